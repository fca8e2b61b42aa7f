import type { IncomingMessage, ServerResponse } from "node:http";
import { logSoon } from "#lib/core/log.ts";
import { countRequest } from "#lib/core/metrics.ts";
import { currentRequest, type RequestContext } from "#lib/core/request-context.ts";

/** The reasons of our own answers. An answer that Next wrote has its reason in its header. */
const reasons = new WeakMap<object, string | null>();

export function noteReason(response: object, reason: string | null): void {
  reasons.set(response, reason);
}

/** `endpoint`: never the path, because paths carry device ids, tokens and sessions. */
type Answered = { method: string | undefined; endpoint: string; status: number; reason: string | null | undefined };

const events = new Map<string, Answered & { event: string }>();

/** One object for all answers of a kind, so that its text is made once. */
function eventOf({ method, endpoint, status, reason }: Answered): Answered & { event: string } {
  const name = `${status} ${endpoint} ${reason} ${method}`;
  const known = events.get(name);
  if (known) return known;
  const made = { event: "answered", method, endpoint, status, reason };
  if (events.size < MAX_EVENTS) events.set(name, made);
  return made;
}

/** More than there are endpoints, statuses and reasons together. */
const MAX_EVENTS = 2_000;

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
  logSoon(eventOf({ method, endpoint, status, reason }), ms, request);
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
