import type { IncomingMessage } from "node:http";
import { config } from "#lib/runtime/config.ts";
import { cookiesIn } from "#lib/runtime/cookie.ts";
import { paced, withTimeout } from "#lib/runtime/with-timeout.ts";
import { readSession, sessionCookie } from "#lib/sign-in/session.ts";
import { type Built, flawOfBody, judgeHead, type WriteReason } from "./write-guard.rules.ts";
import { hasBody } from "./write-refusal.ts";

/**
 * Reads a POST before Next does. Next would parse a form of up to 1 MB from anybody at any address, and a form of 15,000 fields
 * blocks the event loop for half a second. Answers why it is refused; `null`: it may be handed on. Throws if the sender disconnects.
 */
export async function guardWrite(request: IncomingMessage, built: Built): Promise<WriteReason | null> {
  const { method = "", url = "", headers } = request;
  const secret = cookiesIn(new Headers({ cookie: headers.cookie ?? "" })).get(sessionCookie()) ?? "";
  const given = { method, pathname: url.split("?", 1)[0] ?? "", headers, hasSessionCookie: secret !== "" };
  const head = judgeHead(given, built, config().baseUrl);
  if (!head.ok) return head.reason;
  if (head.rules.needs.includes("session") && !(await mayHaveSession(secret))) return "signed_out";
  const body = await peekBody(request, head.rules.maxBytes);
  if (body === null) return "body_too_large";
  const reason = flawOfBody(head.rules, headers, body, built);
  // Next throws where `Origin` names another host than these do, which is for a proxy to say; `Origin` is ours already.
  headers.host = new URL(config().baseUrl).host;
  delete headers["x-forwarded-host"];
  return reason;
}

/** Reads a body and puts it back, so that it can be read again. `null`: it is longer than `maxBytes`, and what came is gone. */
function peekBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  // After a read at its end, nothing could be read again.
  if (!hasBody(request) || request.headers["content-length"] === "0") return Promise.resolve(Buffer.alloc(0));
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>();
  const pieces: Buffer[] = [];
  let bytes = 0;
  const read = () => {
    for (let piece = request.read(); piece !== null; piece = request.read()) {
      pieces.push(piece);
      bytes += piece.length;
    }
    if (bytes > maxBytes) return resolve(null);
    if (!request.complete) return;
    const body = Buffer.concat(pieces);
    request.unshift(body);
    resolve(body);
  };
  const leave = () => reject(new Error("The sender is gone"));
  request.on("readable", read).once("close", leave);
  if (request.destroyed) leave();
  return promise.finally(() => request.off("readable", read).off("close", leave));
}

/**
 * Sets how often a write without a valid session still reaches Next. There the page itself answers and keeps what was
 * typed. That takes Next several milliseconds, so the guard sends more frequent ones to the sign-in page.
 */
const SIGNED_OUT_EVERY_MS = 200;
let nextSignedOutAt = Number.NEGATIVE_INFINITY;
/** Sets, in milliseconds, how long the database has to tell. */
const ANSWER_MS = paced(800);

/** Lets a write go on while the database cannot tell: Next's page then says what is wrong. */
async function mayHaveSession(secret: string, now = performance.now()): Promise<boolean> {
  const isSignedIn = await withTimeout(ANSWER_MS, readSession(secret)).then(Boolean, () => true);
  if (isSignedIn) return true;
  if (now < nextSignedOutAt) return false;
  nextSignedOutAt = now + SIGNED_OUT_EVERY_MS;
  return true;
}
