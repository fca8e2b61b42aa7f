import { STATUS_CODES } from "node:http";
import { referenceHeader, refusalHeaders } from "#app/_http/responses.ts";
import { HEADERS } from "#app/api/_lib/url-generator.ts";
import { recordCall } from "#lib/activity/record.ts";
import { newReference } from "#lib/core/reference.ts";
import { readPluginKey } from "#lib/keys/plugin-key.rules.ts";

/** How Node names what it could not read, where that is not plainly a bad request. */
const STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
const CALL = /^GET (?:\/test)?\/api\/url_generator_([sb])\/([^/ ]{1,64})\//;

/**
 * The answer to bytes that are no request, as it goes out. A shop that wrote its return URL into the address as it is, with
 * spaces or letters that no address may hold, hears that; Node would say no more than 400.
 */
export function answerToUnreadable(code: string | undefined, packet: Buffer | undefined): string {
  const status = STATUS[code ?? ""] ?? 400;
  const line = packet?.toString("latin1").split("\r\n", 1)[0] ?? "";
  const target = line.replace(/ HTTP\/1\.[01]$/, "").slice("GET ".length);
  const [, provider, key = ""] = CALL.exec(line) ?? [];
  if (status !== 400 || (provider !== "s" && provider !== "b") || /^[\x21-\x7e]*$/.test(target))
    return written(status, {}, "");
  const reference = newReference();
  const known = { pluginKey: readPluginKey(key), minimumAge: null, host: null };
  recordCall({ ...known, provider, reference, code: "domain_invalid" });
  const headers = { ...HEADERS, ...referenceHeader(reference), ...refusalHeaders("domain_invalid", "not_encoded") };
  return written(status, { ...headers, "Content-Type": "application/json" }, '{"url":null}');
}

function written(status: number, headers: Record<string, string>, body: string): string {
  const all = { ...headers, "Content-Length": String(body.length), Connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`;
}
