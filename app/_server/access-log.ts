import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "#lib/core/log.ts";

/** The reasons of our own answers. An answer that Next wrote has its reason in its header. */
const reasons = new WeakMap<object, string | null>();

export function noteReason(response: object, reason: string | null): void {
  reasons.set(response, reason);
}

/** Logs the answer once it is sent. `endpoint`: never the path, because paths carry device ids, tokens and sessions. */
export function logWhenAnswered({ method }: IncomingMessage, response: ServerResponse, endpoint: string): void {
  const began = performance.now();
  response.once("finish", () => {
    const reason = reasons.get(response) ?? [response.getHeader("ageway-reason")].flat()[0];
    log.info({
      event: "answered",
      method,
      endpoint,
      status: response.statusCode,
      reason,
      ms: Math.round(performance.now() - began),
    });
  });
}
