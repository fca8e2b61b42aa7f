import { isOutage } from "#lib/base/sqlstate.rules.ts";
import { faultOf, log } from "./log.ts";
import { noteUnavailable } from "./request-context.ts";

/** A page, an action or a route of Next's that threw: which one, and where. The fault's message and the address stay out. */
export function requestFailed(fault: unknown, route: string, kind: string): void {
  const known = faultOf(fault);
  if (isOutage(known.code)) noteUnavailable();
  log.error({ event: "request_failed", route, kind, ...known });
}
