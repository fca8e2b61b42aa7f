import { z } from "zod";
import type { ZodOpenApiMediaTypeObject, ZodOpenApiOperationObject, ZodOpenApiResponseObject } from "zod-openapi";
import { PATHS } from "#docs/openapi/paths.ts";
import type { Answer } from "./gateway.ts";

type Method = "get" | "post" | "options";

/** Each address of the document, and what stands at it. Both addresses of the API are one. */
const ADDRESSES = Object.entries(PATHS).map(([path, item]) => ({
  path,
  pattern: new RegExp(`^(?:/test(?=/api/))?${path.replace("{provider}", "[sb]").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  item: item as Partial<Record<Method, ZodOpenApiOperationObject>>,
}));

/** Headers of ours. Those of HTTP and of the browser's policies have tests of their own. */
const OURS = /^(?:ageway-.*|allow|link|location|ratelimit.*|retry-after)$/;

/**
 * Throws unless the answer is, to the letter, one of those that the OpenAPI document has for this address. What is at no address
 * of the document is left to its own tests: the dashboard, Stripe's webhook, and addresses with a slash too many.
 */
export function expectDocumented(method: string, pathname: string, answer: Answer): void {
  const found = ADDRESSES.find(({ pattern }) => pattern.test(pathname));
  if (!found) return;
  // The refusal of a method that an address does not answer stands with the one that it does.
  const operation = found.item[method.toLowerCase() as Method] ?? found.item.get;
  const said = operation?.responses[String(answer.status) as "200"] as ZodOpenApiResponseObject | undefined;
  const problems = said ? flawsOf(said, method, answer) : ["no such status"];
  if (problems.length === 0) return;
  throw new Error(
    `Not as documented: ${method} ${found.path} → ${answer.status} ${answer.text}\n${problems.join("\n")}`,
  );
}

function flawsOf(said: ZodOpenApiResponseObject, method: string, { headers, text, body }: Answer): string[] {
  const ours = Object.fromEntries([...headers].filter(([name]) => OURS.test(name)));
  const flaws = flawsIn(namedInLowerCase(said.headers as z.ZodObject | undefined), ours);
  if (method === "HEAD") return flaws;
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  const media = said.content?.[type as "text/html"] as ZodOpenApiMediaTypeObject | undefined;
  if (!media) return text === "" && !said.content ? flaws : [...flaws, `no content of type ${type}`];
  return [...flaws, ...flawsIn(media.schema as z.ZodType, type.endsWith("json") ? body : text)];
}

function flawsIn(schema: z.ZodType, given: unknown): string[] {
  const read = schema.safeParse(given);
  return read.success ? [] : [z.prettifyError(read.error), JSON.stringify(given)];
}

function namedInLowerCase(headers: z.ZodObject = z.strictObject({})): z.ZodObject {
  return z.strictObject(
    Object.fromEntries(Object.entries(headers.shape).map(([name, schema]) => [name.toLowerCase(), schema])),
  );
}
