import { IncomingMessage } from "node:http";
import { config } from "#lib/core/config.ts";
import { cookiesIn } from "#lib/core/cookie.ts";
import { readAtMost } from "#lib/core/read-at-most.ts";
import { paced, withTimeout } from "#lib/core/with-timeout.ts";
import { readSession, sessionCookie } from "#lib/sign-in/session.ts";
import { type Built, flawOfBody, judgeHead, type WriteReason } from "./write-guard.rules.ts";

type Guarded = { ok: true; request: IncomingMessage } | { ok: false; reason: WriteReason };

/**
 * Reads a POST before Next does. Next would parse a form of up to 1 MB from anybody at any address, and a form of 15,000 fields
 * blocks the event loop for half a second. `request`: the same one, with its body read. Throws if the sender disconnects.
 */
export async function guardWrite(request: IncomingMessage, built: Built): Promise<Guarded> {
  const { method = "", url = "", headers } = request;
  const secret = cookiesIn(new Headers({ cookie: headers.cookie ?? "" })).get(sessionCookie()) ?? "";
  const given = { method, pathname: url.split("?", 1)[0] ?? "", headers, hasSessionCookie: secret !== "" };
  const head = judgeHead(given, built, config().baseUrl);
  if (!head.ok) return head;
  if (head.rules.needs.includes("session") && !(await mayHaveSession(secret)))
    return { ok: false, reason: "signed_out" };
  // The usual iterator would close the connection where it stops, and the sender must get an answer.
  const body = await readAtMost(request.iterator({ destroyOnReturn: false }), head.rules.maxBytes);
  if (body === null) return { ok: false, reason: "body_too_large" };
  const reason = flawOfBody(head.rules, headers, body, built);
  return reason === null ? { ok: true, request: withBody(request, body) } : { ok: false, reason };
}

/**
 * How often a write without a valid session still reaches Next. There the page itself answers and keeps what was typed. That
 * takes Next several milliseconds, so the guard sends more frequent ones to the sign-in page.
 */
const SIGNED_OUT_EVERY_MS = 200;
let nextSignedOutAt = Number.NEGATIVE_INFINITY;
/** In milliseconds: how long the database has to tell. */
const ANSWER_MS = paced(800);

/** While the database cannot tell, the write goes on: Next's page then says what is wrong. */
async function mayHaveSession(secret: string, now = performance.now()): Promise<boolean> {
  const isSignedIn = await withTimeout(ANSWER_MS, readSession(secret)).then(Boolean, () => true);
  if (isSignedIn) return true;
  if (now < nextSignedOutAt) return false;
  nextSignedOutAt = now + SIGNED_OUT_EVERY_MS;
  return true;
}

/**
 * The same request, which can be read again, for the host of ours. Next throws where `Origin` names another host than `Host` or
 * `X-Forwarded-Host` does, which is for a proxy to say; `Origin` is ours already.
 */
function withBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const copy = new IncomingMessage(request.socket);
  const { "transfer-encoding": _, "x-forwarded-host": __, ...headers } = request.headers;
  const { host } = new URL(config().baseUrl);
  const rawHeaders = request.rawHeaders.flatMap((name, n, all) =>
    n % 2 === 1 || /^(?:x-forwarded-)?host$/i.test(name) ? [] : [name, all[n + 1] ?? ""],
  );
  rawHeaders.push("Host", host);
  Object.assign(copy, { method, url, httpVersion, httpVersionMajor, httpVersionMinor, rawHeaders, complete: true });
  copy.headers = { ...headers, host, "content-length": String(body.length) };
  copy.push(body);
  copy.push(null);
  return copy;
}
