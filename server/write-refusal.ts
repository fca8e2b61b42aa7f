import type { IncomingMessage, ServerResponse } from "node:http";
import { refusedWrite } from "#app/_ui/refused-write.rules.ts";
import type { WriteReason } from "./write-guard.rules.ts";

type Answer = { status: number; headers: Record<string, string>; text: string };

const TEXTS = {
  method_not_allowed: [405, "This address takes no such request."],
  origin_foreign: [403, "Nothing was changed. This form was not sent from our own page."],
  body_too_large: [413, "Nothing was changed. This is more than the form takes. A file may have 64 KB at most."],
  form_malformed: [400, "Nothing was changed. This form is broken: reload the page and try again."],
  form_type_unknown: [415, "Nothing was changed. No form of ours is sent like this."],
  action_unknown: [404, "Nothing was changed. This page is older than the server: reload it and try again."],
} as const satisfies Record<Exclude<WriteReason, "not_found" | "signed_out">, [number, string]>;

/** Says what a refused write is answered; `null`: the not-found page. */
export function writeRefusal(reason: WriteReason, { url = "", headers }: IncomingMessage): Answer | null {
  if (reason === "not_found") return null;
  if (reason === "signed_out") return { status: 303, headers: toSignIn(url, headers), text: "" };
  const [status, text] = TEXTS[reason];
  const allow = reason === "method_not_allowed" ? { Allow: "GET, HEAD" } : {};
  const answer = (type: string, text: string): Answer => ({
    status,
    headers: { ...PLAIN, ...allow, "Content-Type": type },
    text,
  });
  // Next's client hands on a text of this type alone, to the form that it sent (`app/_ui/action-form.tsx`).
  if (headers["next-action"]) return answer("text/plain", refusedWrite(text));
  return answer("text/plain; charset=utf-8", text);
}

const PLAIN = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

/** A plain form follows `Location`. Next's client, which sends `Next-Action`, follows a header of its own. */
function toSignIn(url: string, headers: IncomingMessage["headers"]): Record<string, string> {
  const address = `/sign-in?next=${encodeURIComponent(url.split("?", 1)[0] ?? "")}`;
  return { ...PLAIN, ...(headers["next-action"] ? { "x-action-redirect": `${address};push` } : { Location: address }) };
}

/**
 * Sets how many bytes of an unread body we discard before we close its connection. A stranger's are as many as the
 * proxies in `deploy/` pass on. A member who sends too large a logo gets more, because a browser reads the answer only
 * after it has sent the whole file.
 */
export const MAX_DISCARDED_BYTES = { stranger: 96 * 1024, member: 2 * 1024 * 1024 };

/** Sets how long a sender has to finish after the answer. */
const MAX_SENDING_MS = 5_000;

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

export function discardBody(request: IncomingMessage, maxBytes: number): void {
  if (!hasBody(request)) return;
  let bytes = 0;
  request.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > maxBytes) request.destroy();
  });
}

/**
 * Answers at once, and closes the connection only when the body has come: Caddy, which is still sending it then, says 502 in place
 * of our answer if it finds the connection closed.
 */
export function answerBeforeBody(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, text }: Answer,
  maxBytes: number,
): void {
  response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(text) });
  if (!hasBody(request) || request.readableEnded) return void response.end(text);
  response.flushHeaders();
  response.write(text);
  request.once("end", () => response.end());
  const timer = setTimeout(() => response.end(() => request.destroy()), MAX_SENDING_MS);
  response.once("close", () => clearTimeout(timer));
  discardBody(request, maxBytes);
}
