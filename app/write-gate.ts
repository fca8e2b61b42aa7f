import { IncomingMessage } from "node:http";
import { config } from "#lib/config.ts";
import { readAtMost } from "#lib/read-at-most.ts";
import { sessionCookie } from "#lib/sign-in/cookies.ts";
import { type Built, flawOfBody, judgeHead, type WriteRefusal } from "./write-request.ts";

type Gated = { ok: true; request: IncomingMessage } | { ok: false; reason: WriteRefusal };

/**
 * Reads a write before Next does: Next would parse any form of up to 1 MB, of anybody, at any address, and a form of 15,000 fields
 * takes half a second in which nobody is answered. Throws where the sender goes away meanwhile.
 */
export async function gateWrite(request: IncomingMessage, built: Built): Promise<Gated> {
  const { method = "", url = "", headers } = request;
  const ours = { origin: config().baseUrl, sessionCookie: sessionCookie() };
  const head = judgeHead({ method, pathname: url.split("?", 1)[0] ?? "", headers }, built, ours);
  if (!head.ok) return head;
  if (head.rules === null) return { ok: true, request };
  // The sender must get an answer: the usual iterator would close the connection where it stops.
  const body = await readAtMost(request.iterator({ destroyOnReturn: false }), head.rules.maxBytes);
  if (body === null) return { ok: false, reason: "body_too_large" };
  const reason = flawOfBody(head.rules, headers, body, built);
  return reason === null ? { ok: true, request: again(request, body) } : { ok: false, reason };
}

/** The same request, with the body that was read from it. */
function again(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor, rawHeaders } = request;
  const copy = new IncomingMessage(request.socket);
  const { "transfer-encoding": _, ...headers } = request.headers;
  Object.assign(copy, { method, url, httpVersion, httpVersionMajor, httpVersionMinor, rawHeaders, complete: true });
  copy.headers = { ...headers, "content-length": String(body.length) };
  copy.push(body);
  copy.push(null);
  return copy;
}

/** So much of a refused body is thrown away: a browser that is still sending does not read the answer on a closed connection. */
const MAX_DISCARDED_BYTES = 2 * 1024 * 1024;

export function discardBody(request: IncomingMessage): void {
  let bytes = 0;
  request.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > MAX_DISCARDED_BYTES) request.destroy();
  });
}

type Answer = { status: number; headers: Record<string, string>; text: string };

const TEXTS = {
  method_not_allowed: [405, "This address takes no such request."],
  origin_foreign: [403, "This form was not sent from our own page."],
  body_too_large: [413, "That is more than this form takes. A file may have 64 KB at most."],
  form_malformed: [400, "This form is broken. Reload the page and try again."],
  form_type_unknown: [415, "No form of ours is sent like this."],
  action_unknown: [404, "This form is not there any more. Reload the page and try again."],
} as const satisfies Record<Exclude<WriteRefusal, "not_found" | "signed_out">, [number, string]>;

/** What the sender is told; `null`: that there is nothing at this address. */
export function answerToWrite(reason: WriteRefusal, { url = "", headers }: IncomingMessage): Answer | null {
  if (reason === "not_found") return null;
  if (reason === "signed_out") return { status: 303, headers: toSignIn(url, headers), text: "" };
  const [status, text] = TEXTS[reason];
  const allow = reason === "method_not_allowed" ? { Allow: "GET, HEAD" } : {};
  return { status, headers: { ...PLAIN, ...allow, "Content-Type": "text/plain; charset=utf-8" }, text };
}

const PLAIN = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

/** A form goes there by itself; for a page with script Next's client is told in its own words. */
function toSignIn(url: string, headers: IncomingMessage["headers"]): Record<string, string> {
  const place = `/sign-in?next=${encodeURIComponent(url.split("?", 1)[0] ?? "")}`;
  return { ...PLAIN, ...(headers["next-action"] ? { "x-action-redirect": `${place};push` } : { Location: place }) };
}
