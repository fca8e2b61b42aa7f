import { isRecord } from "./proof.ts";

/** Speak to shared caches before `Cache-Control` does: RFC 9213's targeted fields, those of single makers, and HTTP/1.0's. */
const TARGETED = /^(?:.+-cache-control|surrogate-control|edge-control|x-accel-expires|expires)$/i;

/** As much of `ServerResponse` as the last word on its head takes. */
export type NodeResponse = {
  getHeader(name: string): unknown;
  getHeaderNames(): string[];
  setHeader(name: string, value: string): unknown;
  appendHeader(name: string, value: string): unknown;
  removeHeader(name: string): unknown;
  writeHead(status: number, ...others: never[]): unknown;
};

/**
 * Keeps an answer of one visitor out of shared caches, whatever the shop has set before and sets after. Its setters are watched
 * as well as `writeHead`: what wrapped that one earlier, as `on-headers` does, speaks after it.
 */
export function keepPrivate(response: NodeResponse): void {
  const { setHeader, removeHeader, writeHead } = response;
  const settle = () => {
    for (const name of response.getHeaderNames().filter(isTargeted)) removeHeader.call(response, name);
    const given = String(response.getHeader("Cache-Control") ?? "");
    setHeader.call(response, "Cache-Control", privateForm(given));
  };
  for (const verb of ["setHeader", "appendHeader", "removeHeader"] as const) {
    const before: (name: string, value: string) => unknown = response[verb];
    const watched = (name: string, value: string) => {
      const answer = before.call(response, name, value);
      if (/^cache-control$/i.test(name) || isTargeted(name)) settle();
      return answer;
    };
    Object.assign(response, { [verb]: watched });
  }
  response.writeHead = (status: number, ...others: unknown[]) => {
    for (const fields of others) setAll(response, fields);
    settle();
    return writeHead.call(response, status, ...(others.filter((one) => typeof one === "string") as never[]));
  };
  settle();
}

/** The same answer, or its copy where its head cannot be changed, for one visitor alone. */
export function privately(response: Response): Response {
  try {
    settleFields(response.headers);
    return response;
  } catch {
    // The head of a redirect or a fetched answer.
    const copy = new Response(response.body, response);
    settleFields(copy.headers);
    return copy;
  }
}

/** For a head whose fields are sent in the place of another's: each forbids by itself. */
export function forbidCaches(headers: Headers): void {
  for (const maker of ["", "Cloudflare-", "Netlify-", "Vercel-"]) headers.set(`${maker}CDN-Cache-Control`, "no-store");
  for (const name of ["Surrogate-Control", "Edge-Control"]) headers.set(name, "no-store");
  headers.set("X-LiteSpeed-Cache-Control", "no-cache");
  for (const name of ["X-Accel-Expires", "Expires"]) headers.set(name, "0");
}

function settleFields(headers: Headers): void {
  for (const name of [...headers.keys()].filter(isTargeted)) headers.delete(name);
  const given = headers.get("Cache-Control") ?? "";
  if (privateForm(given) !== given) headers.set("Cache-Control", privateForm(given));
}

/** `Cache-Control` as it may leave: the shop's own where that lets no shared cache keep the answer (RFC 9111 §5.2.2.7). */
function privateForm(given: string): string {
  const directives = given
    .toLowerCase()
    .split(",")
    .map((one) => one.trim());
  const isPrivate = directives.includes("private") || directives.includes("no-store");
  // `private="field"` is about that field alone, and `must-understand` has a cache ignore `no-store` (§5.2.2.3).
  const isShared = given.includes('"') || directives.some((one) => /^(?:public|s-maxage|must-understand)\b/.test(one));
  if (isPrivate && !isShared) return given;
  return directives.includes("no-store") ? "private, no-store" : "private, no-cache";
}

function isTargeted(name: string): boolean {
  return TARGETED.test(name);
}

/** What `writeHead` is given: an object, or names and values in turn, some of them more than once. */
function setAll(response: NodeResponse, fields: unknown): void {
  if (!Array.isArray(fields) && !isRecord(fields)) return;
  const pairs = Array.isArray(fields)
    ? fields.map((name, n) => [name, fields[n + 1]] as const)
    : Object.entries(fields);
  const values = new Map<string, unknown[]>();
  for (const [n, [name, value]] of pairs.entries())
    if (!Array.isArray(fields) || n % 2 === 0) values.set(name, [...(values.get(name) ?? []), value]);
  for (const [name, all] of values) response.setHeader(name, (all.length === 1 ? all[0] : all) as string);
}
