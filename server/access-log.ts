import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "#lib/observe/log.ts";
import { countRequest } from "#lib/observe/metrics.ts";
import { currentRequest, inRequest, type RequestContext } from "#lib/observe/request-context.ts";

/** Holds the reasons of our own answers. An answer that Next wrote has its reason in its header. */
const reasons = new WeakMap<object, string | null>();

export function noteReason(response: object, reason: string | null): void {
  reasons.set(response, reason);
}

/** `endpoint`: never the path, because paths carry device ids, tokens and sessions. */
type Answered = { method: string | undefined; endpoint: string; status: number; reason: string | null | undefined };

const HEALTH = new Set(["/api/health/live", "/api/health/ready"]);

/** Logs an answer that is sent. `began`: by `performance.now()`. `request`: what is known of it by then. */
export function logAnswered(
  { method, endpoint, status, reason }: Answered,
  began: number,
  request: RequestContext | undefined,
): void {
  const ms = performance.now() - began;
  countRequest(endpoint, status, reason ?? null, ms);
  // Proxies ask several times a second, and the counters have it.
  if (status === 200 && HEALTH.has(endpoint)) return;
  const answered = { method, endpoint, status, reason, ms: Math.round(ms) };
  inRequest(request, () => log.info({ event: "answered", ...answered }));
}

/** Logs the answer once it is sent. */
export function logWhenAnswered({ method }: IncomingMessage, response: ServerResponse, endpoint: string): void {
  const began = performance.now();
  const request = currentRequest();
  response.once("finish", () => {
    const header = [response.getHeader("ageway-reason")].flat()[0];
    const reason = reasons.get(response) ?? (header === undefined ? undefined : String(header));
    logAnswered({ method, endpoint, status: response.statusCode, reason }, began, request);
  });
}
