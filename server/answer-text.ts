import type { ServerResponse } from "node:http";
import { noteReason } from "./access-log.ts";

type Text = { status: number; reason: string; text: string; retryAfter?: number };

/** Answers in words, with a reason for the log. `retryAfter`: in seconds. */
export function answerText(response: ServerResponse, { status, reason, text, retryAfter }: Text): void {
  noteReason(response, reason);
  response
    .writeHead(status, {
      "Cache-Control": "no-store",
      "Content-Type": "text/plain; charset=utf-8",
      ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }),
      "X-Content-Type-Options": "nosniff",
    })
    .end(text);
}
