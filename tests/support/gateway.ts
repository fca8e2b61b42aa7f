import { request as httpRequest, type IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { asRequest } from "#lib/observe/request-context.ts";
import { expectDocumented, type GatewayAnswer } from "./documented.ts";

export type { GatewayAnswer };

/** `address`: where it comes from; over HTTP, an address of this machine. `at`: the address of a server. */
type Sent = { method?: string; headers?: Record<string, string>; body?: string; address?: string; at?: string };

/** Sends a request to the gateway: to the real route functions, or over HTTP to the server of this run. The answer is one that the OpenAPI document has. */
export async function send(
  path: string,
  { method = "GET", headers = {}, body, address = "", at }: Sent = {},
): Promise<GatewayAnswer> {
  const server = at ?? process.env.SERVER_URL;
  const answer = server
    ? await overHttp(server, path, { method, headers, address }, body)
    : await asRequest({ peer: address }, () => throughFunctions(path, method, headers, body));
  const whole = { ...answer, body: parsed(answer.text) };
  expectDocumented(method, new URL(path, process.env.BASE_URL).pathname, whole);
  return whole;
}

let functions: Promise<typeof import("./route-functions.ts")> | null = null;

/** Loads the whole app, which a run over HTTP leaves to its server. */
async function throughFunctions(path: string, method: string, headers: Record<string, string>, body?: string) {
  functions ??= import("./route-functions.ts");
  return (await functions).callRoute(path, method, headers, body);
}

/** Plain node:http: `fetch` would add `Sec-Fetch-Mode` and friends of its own. */
function overHttp(
  origin: string,
  path: string,
  { method, headers, address }: Required<Omit<Sent, "body" | "at">>,
  body?: string,
): Promise<Omit<GatewayAnswer, "body">> {
  return new Promise((done, fail) => {
    const from = address === "" ? {} : { localAddress: address, family: 4 };
    const sent = httpRequest(new URL(path, origin), { method, headers, ...from }, (response) => {
      // Fails where the answer is cut short.
      read(response).then(done, fail);
    });
    sent.once("error", fail).end(body);
  });
}

async function read(response: IncomingMessage): Promise<Omit<GatewayAnswer, "body">> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const text = decoded(Buffer.concat(chunks), response.headers["content-encoding"]);
  const pairs = Object.entries(response.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value) => [name, value] as [string, string]),
  );
  return { status: response.statusCode ?? 0, headers: new Headers(pairs), text };
}

/** As a client reads it that said it could: `next start` compresses, our own server does not. */
function decoded(body: Buffer, encoding: string | undefined): string {
  if (encoding === undefined || body.length === 0) return body.toString();
  const decode = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync }[encoding];
  if (!decode) throw new Error(`An answer in ${encoding}, which nobody asked for`);
  return decode(body).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type GeneratorCall = {
  key: string;
  device?: string;
  age?: string;
  domain?: string | string[] | null;
  method?: string;
  headers?: Record<string, string>;
  accept?: string;
  address?: string;
};

let devices = 0;

/** A device that no other test uses. */
export function newDevice(): string {
  devices += 1;
  return `device-${process.pid}-${Math.random().toString(36).slice(2)}-${devices}`;
}

/** Calls a generator; what is not said is as a well-behaved shop would have it. */
export function generate(
  provider: "s" | "b",
  { key, device = newDevice(), age = "18", domain = "https://shop.example/", method, headers, address }: GeneratorCall,
): Promise<GatewayAnswer> {
  const domains = domain === null ? [] : [domain].flat();
  const query = domains.map((given) => `domain=${encodeURIComponent(given)}`).join("&");
  const path = `/api/url_generator_${provider}/${encodeURIComponent(key)}/${encodeURIComponent(device)}/${encodeURIComponent(age)}${query && `?${query}`}`;
  return send(path, { ...(method && { method }), ...(headers && { headers }), ...(address && { address }) });
}

export const NAVIGATION = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", Accept: "text/html" };

export function check(token: string, device: string, pluginKey?: string, more: Record<string, string> = {}) {
  const query = new URLSearchParams({ ...(pluginKey !== undefined && { plugin_key: pluginKey }), ...more });
  return send(
    `/api/auth_check/${encodeURIComponent(token)}/${encodeURIComponent(device)}${query.size > 0 ? `?${query}` : ""}`,
  );
}

/** Asks so often at once, again and again until a limit refuses one: while a slow machine asks, the limit fills again. */
export async function untilLimited(atOnce: number, ask: () => Promise<GatewayAnswer>): Promise<GatewayAnswer[]> {
  const answers: GatewayAnswer[] = [];
  do answers.push(...(await Promise.all(Array.from({ length: atOnce }, ask))));
  while (answers.every(({ status }) => status !== 429) && answers.length < 100 * atOnce);
  return answers;
}
