import * as z from "zod";
import type { ZodOpenApiMediaTypeObject, ZodOpenApiOperationObject, ZodOpenApiResponseObject } from "zod-openapi";
import { PATHS } from "#docs/openapi/document.ts";
import { notFound } from "#docs/openapi/not-found.ts";
import { lineOf, noteTested } from "./tested-answers.ts";

export type GatewayAnswer = { status: number; headers: Headers; text: string; body: unknown };

type Method = "get" | "post" | "options";

/** Each address of the document, and what stands at it. Both addresses of the API are one; empty parts and a last slash count. A token without a device is an unknown one. */
const ADDRESSES = Object.entries(PATHS).map(([path, item]) => ({
  path,
  pattern: new RegExp(
    `^(?:/test(?=/api/))?${path
      .replace("{provider}", "[sb]")
      .replace("{token}/", "[^/]*/?")
      .replaceAll(/\{\w+\}/g, "[^/]*")}/?$`,
  ),
  item: item as Partial<Record<Method, ZodOpenApiOperationObject>>,
}));

/** Under these, every address answers by the document. Pages, pictures and sign-in have tests of their own. */
const OF_THE_DOCUMENT = /^\/(?:test\/)?api\//;

/** What the operator's sign-in provider and Stripe call. */
const OF_OTHERS = /^\/api\/(?:auth|stripe)\//;

/** Headers of ours. Those of HTTP and of the browser's policies have tests of their own. */
const OURS = /^(?:ageway-.*|allow|link|location|ratelimit.*|retry-after)$/;

/** Throws unless the answer is, to the letter, one of those that the OpenAPI document has for this address, or for none. */
export function expectDocumented(method: string, pathname: string, answer: GatewayAnswer): void {
  const found = ADDRESSES.find(({ pattern }) => pattern.test(pathname));
  if (!found && !OF_THE_DOCUMENT.test(pathname)) return;
  // A write that no address takes is refused before anybody looks at the address.
  if (!found && (answer.status === 405 || (OF_OTHERS.test(pathname) && answer.status !== 404))) return;
  // The refusal of a method that an address does not answer stands with the one that it does.
  const own = method.toLowerCase() as Method;
  const operation = found?.item[own] ?? found?.item.get;
  const response = operation?.responses[String(answer.status) as "200"] as ZodOpenApiResponseObject | undefined;
  const flaws = response ? flawsOf(response, method, answer) : ["no such status"];
  if (flaws.length === 0 || isNotFound(method, answer)) {
    if (found) note(`${found.item[own] ? method : "GET"} ${found.path}`, answer);
    return;
  }
  throw new Error(
    `Not as documented: ${method} ${found?.path ?? pathname} → ${answer.status} ${answer.text}\n${flaws.join("\n")}`,
  );
}

function note(operation: string, { status, headers }: GatewayAnswer): void {
  const file = process.env.TESTED_ANSWERS;
  if (file === undefined) return;
  noteTested(file, lineOf(operation, status));
  const reason = headers.get("ageway-reason");
  if (reason !== null) noteTested(file, lineOf(operation, status, reason));
}

function isNotFound(method: string, answer: GatewayAnswer): boolean {
  return answer.status === 404 && flawsOf(notFound, method, answer).length === 0;
}

function flawsOf(response: ZodOpenApiResponseObject, method: string, { headers, text, body }: GatewayAnswer): string[] {
  const ours = Object.fromEntries([...headers].filter(([name]) => OURS.test(name)));
  const flaws = flawsIn(namedInLowerCase(response.headers as z.ZodObject | undefined), ours);
  if (method === "HEAD") return flaws;
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  const media = response.content?.[type as "text/html"] as ZodOpenApiMediaTypeObject | undefined;
  if (!media) return text === "" && !response.content ? flaws : [...flaws, `no content of type ${type}`];
  return [...flaws, ...flawsIn(media.schema as z.ZodType, type.endsWith("json") ? body : text)];
}

function flawsIn(schema: z.ZodType, given: unknown): string[] {
  const read = schema.safeParse(given);
  return read.success ? [] : [z.prettifyError(read.error), JSON.stringify(given)];
}

const NO_HEADERS = z.strictObject({});
/** A schema is compiled when it is first used. */
const inLowerCase = new Map<z.ZodObject, z.ZodObject>();

function namedInLowerCase(headers: z.ZodObject = NO_HEADERS): z.ZodObject {
  const known = inLowerCase.get(headers);
  if (known) return known;
  const pairs = Object.entries(headers.shape).map(([name, schema]) => [name.toLowerCase(), schema]);
  const lower = z.strictObject(Object.fromEntries(pairs));
  inLowerCase.set(headers, lower);
  return lower;
}
