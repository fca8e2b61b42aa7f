import type { ServerResponse } from "node:http";
import { noteReason } from "./access-log.ts";

const AWAY = {
  "Cache-Control": "no-store",
  "Content-Type": "text/plain; charset=utf-8",
  "Retry-After": "2",
  "X-Content-Type-Options": "nosniff",
};

/** Answers for Next where it does not run. */
export function answerPagesAway(response: ServerResponse): void {
  noteReason(response, "pages_away");
  response.writeHead(503, AWAY).end("This page is away for a moment. Try again in a few seconds.");
}
