import type { LookupAddress } from "node:dns";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { readAtMost } from "#lib/base/read-at-most.ts";
import type { Grounds } from "./grounds.ts";

const MAX_BYTES = 1024 * 1024;
const MAX_REQUESTS = 60;
/** Bounds an answer: a shop without a time-out of its own waits 20 seconds for the case that hangs. */
const ANSWER_MS = 25_000;

type Asked = { method: "GET" | "POST"; headers: Record<string, string>; body?: string; signal: AbortSignal };

type Fetch = (url: string, asked: Asked) => Promise<Response>;

/** Says that nothing was sent. */
export class NotAllowedError extends Error {
  override name = "NotAllowedError";
}

/** Fetches for one walk from the looked-at addresses only (SSRF): no redirect, a megabyte, sixty requests. */
export function guardedFetch(grounds: Grounds): Fetch {
  const { shop, address, port } = grounds;
  const lookup = pinned(grounds.addresses);
  let requests = 0;
  return async (url, asked) => {
    const to = new URL(url);
    if (to.href.startsWith(`${address}/`)) return answerTo(asked, to, ownRequest(to, port));
    if (to.origin !== shop || to.username !== "" || to.password !== "")
      throw new NotAllowedError(`The gate test walks ${shop} and nothing else`);
    requests += 1;
    if (requests > MAX_REQUESTS) throw new NotAllowedError(`The gate test sends ${MAX_REQUESTS} requests at most`);
    return answerTo(asked, to, shopRequest(to, grounds, lookup));
  };
}

type Sender = (options: RequestOptions) => ClientRequest;

/** Asks the addresses that were looked at, so that Node does not resolve the name again. */
function shopRequest(to: URL, { shopPort, ca }: Grounds, lookup: LookupFunction): Sender {
  const hostname = to.hostname.replace(/^\[|\]$/g, "");
  const port = to.port === "" ? shopPort : Number(to.port);
  const where = { hostname, port, path: to.pathname + to.search, lookup };
  if (to.protocol === "http:") return (options) => httpRequest({ ...options, ...where });
  // Ignores NODE_TLS_REJECT_UNAUTHORIZED.
  const tls = { servername: hostname, rejectUnauthorized: true, ...(ca !== undefined && { ca }) };
  return (options) => httpsRequest({ ...options, ...where, ...tls });
}

/** Asks ourselves. A server may not reach its own public address, so this goes to its port. */
function ownRequest(to: URL, port: number): Sender {
  return (options) => httpRequest({ ...options, host: "127.0.0.1", port, path: to.pathname + to.search });
}

async function answerTo({ method, headers: given, body = "", signal }: Asked, to: URL, send: Sender) {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) headers[name.toLowerCase()] = value;
  delete headers.authorization;
  Object.assign(headers, { host: to.host, "accept-encoding": "identity" });
  if (method === "POST") headers["content-length"] = String(Buffer.byteLength(body));
  const until = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
  const sent = send({ method, headers, signal: until, agent: false });
  try {
    const response = await new Promise<IncomingMessage>((done, fail) => {
      sent.once("response", done);
      sent.on("error", fail);
      sent.once("close", () => fail(new Error("The connection was closed without an answer")));
      sent.end(body);
    });
    const read = await readAtMost(response, MAX_BYTES);
    if (read === null) throw new Error(`The answer has more than ${MAX_BYTES} bytes`);
    return responseOf(response, read);
  } finally {
    sent.destroy();
  }
}

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

function responseOf({ statusCode: status = 0, rawHeaders }: IncomingMessage, body: Buffer): Response {
  const headers = new Headers();
  for (let n = 0; n + 1 < rawHeaders.length; n += 2) headers.append(rawHeaders[n] ?? "", rawHeaders[n + 1] ?? "");
  return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(body), { status, headers });
}

function pinned(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address): LookupAddress => ({ address, family: isIP(address) }));
  return (_host, { all: wantsAll }, done) => {
    const [first = { address: "", family: 0 }] = all;
    if (wantsAll) done(null, all);
    else done(null, first.address, first.family);
  };
}
