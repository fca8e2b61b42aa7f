import type { IncomingMessage } from "node:http";
import type { RequestHead } from "#app/_http/request-head.ts";

/**
 * Reads what our API reads of a request, without a `Request`, which takes longer to make than the rest of what HTTP
 * costs. `null`: its `Host` is not one, or it has a backslash in its path, which some parsers read as a slash.
 */
export function readHead(request: IncomingMessage): RequestHead | null {
  const { method = "", url: target = "" } = request;
  const url = absoluteUrl(request.headers.host ?? "", target);
  return url === null ? null : { method, url, headers: { get: (name) => headerOf(request, name.toLowerCase()) } };
}

/**
 * A host that `URL` would not write otherwise, or refuse: a name in lower case, and without a port that it might leave out. Its
 * last label begins with a letter, so it is no address.
 */
const PLAIN_HOST = /^(?:[a-z0-9_-]+\.)*[a-z][a-z0-9_-]*(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;

function absoluteUrl(host: string, target: string): string | null {
  if (host === "" || (target.includes("\\") && pathOf(target).includes("\\"))) return null;
  const url = `http://${host}${target}`;
  if (PLAIN_HOST.test(host) && !host.includes("xn--")) return url;
  const parsed = URL.parse(url);
  if (parsed === null) return null;
  const isHost = parsed.hostname.length === host.length || parsed.hostname === host.replace(/:\d+$/, "").toLowerCase();
  return isHost ? parsed.href : null;
}

export function pathOf(target: string): string {
  const query = target.indexOf("?");
  return query < 0 ? target : target.slice(0, query);
}

/** Reads as `Headers` does: several of one name joined by commas. Node keeps only the first `Authorization`. */
function headerOf({ headers, rawHeaders }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  if (value === undefined) return null;
  if (name === "authorization")
    return rawHeaders.filter((_, n) => n % 2 === 1 && rawHeaders[n - 1]?.toLowerCase() === name).join(", ");
  return typeof value === "string" ? value : value.join(", ");
}
