import { STATUS_CODES } from "node:http";
import { referenceHeader, refusalHeaders } from "#app/_http/responses.ts";
import { HEADERS } from "#app/api/_lib/generator-answer.ts";
import { recordCall } from "#lib/activity/record.ts";
import { newReference } from "#lib/crypto/reference.ts";
import { readPluginKey } from "#lib/keys/plugin-key.rules.ts";
import { fastRouteOf } from "./fast-routes.ts";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Finds requests on which Next throws; `null`: the request is well-formed. */
export function malformedRequestOf(method: string, target: string): { status: 400 | 405; allow?: string } | null {
  if (!target.startsWith("/")) return { status: 400 };
  // A fast route names its own methods.
  if (!METHODS.has(method) && fastRouteOf(target) === null) return { status: 405, allow: [...METHODS].join(", ") };
  if (method === "GET" || method === "HEAD") return null;
  return /^\/(?:device_id\.js|robots\.txt|_next\/)/.test(target) ? { status: 405, allow: "GET, HEAD" } : null;
}

/** Lists the errors of Node's HTTP parser that mean something else than 400. */
const STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
const CALL = /^GET (?:\/test|(\/doctor\/[^/ ]{1,1024}))?\/api\/url_generator_([sb])\/([^/ ]{1,64})\//;

/**
 * The raw answer to bytes that Node's HTTP parser refused. A shop that did not encode its return URL sends such bytes: it gets
 * `domain_invalid` with the cause `not_encoded`, where Node alone would only answer 400.
 */
export function unparsableResponse(code: string | undefined, packet: Buffer | undefined): string {
  const status = STATUS[code ?? ""] ?? 400;
  const line = packet?.toString("latin1").split("\r\n", 1)[0] ?? "";
  const target = line.replace(/ HTTP\/1\.[01]$/, "").slice("GET ".length);
  const [, run, provider, key = ""] = CALL.exec(line) ?? [];
  if (status !== 400 || (provider !== "s" && provider !== "b") || /^[\x21-\x7e]*$/.test(target))
    return written(status, {}, "");
  const reference = newReference();
  const known = { pluginKey: readPluginKey(key), minimumAge: null, host: null };
  // A run of the gate test leaves no record.
  if (run === undefined) recordCall({ ...known, provider, reference, code: "domain_invalid" });
  const headers = { ...HEADERS, ...referenceHeader(reference), ...refusalHeaders("domain_invalid", "not_encoded") };
  return written(status, { ...headers, "Content-Type": "application/json" }, '{"url":null}');
}

function written(status: number, headers: Record<string, string>, body: string): string {
  const all = { ...headers, "Content-Length": String(body.length), Connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`;
}
