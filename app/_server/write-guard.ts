import { IncomingMessage } from "node:http";
import { config } from "#lib/core/config.ts";
import { cookiesIn } from "#lib/core/cookie.ts";
import { readAtMost } from "#lib/core/read-at-most.ts";
import { sessionCookie } from "#lib/sign-in/cookies.ts";
import { readSession } from "#lib/sign-in/session.ts";
import { type Built, flawOfBody, judgeHead, type WriteRefusal } from "./write-rules.ts";

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
  if (head.rules.needs.includes("session") && !(await mayWrite(headers))) return { ok: false, reason: "signed_out" };
  // The sender must get an answer: the usual iterator would close the connection where it stops.
  const body = await readAtMost(request.iterator({ destroyOnReturn: false }), head.rules.maxBytes);
  if (body === null) return { ok: false, reason: "body_too_large" };
  const reason = flawOfBody(head.rules, headers, body, built);
  return reason === null ? { ok: true, request: again(request, body) } : { ok: false, reason };
}

/** How often somebody whose session is over is told so by the page itself, with all that they typed; the others have to sign in first. */
const STRANGER_EVERY_MS = 200;
let nextStrangerAt = 0;

/**
 * Is somebody signed in? It takes Next several milliseconds to read a form and say that nobody is. While that cannot be looked up,
 * Next says what is wrong.
 */
async function mayWrite({ cookie = "" }: IncomingMessage["headers"], now = Date.now()): Promise<boolean> {
  const secret = cookiesIn(new Headers({ cookie })).get(sessionCookie()) ?? "";
  const isSignedIn = await readSession(secret).then(Boolean, () => true);
  if (isSignedIn) return true;
  if (now < nextStrangerAt) return false;
  nextStrangerAt = now + STRANGER_EVERY_MS;
  return true;
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

/**
 * How much of a body that nobody reads is thrown away before its connection is closed. A member's browser that sends too large a
 * logo reads the answer only after it has sent all of it.
 */
export const MAX_DISCARDED_BYTES = { stranger: 64 * 1024, member: 2 * 1024 * 1024 };

export function discardBody(request: IncomingMessage, mostBytes: number): void {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  if (length === undefined && coding === undefined) return;
  let bytes = 0;
  request.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > mostBytes) request.destroy();
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
