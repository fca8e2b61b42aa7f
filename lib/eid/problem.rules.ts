/** Why an attempt at the eID gave no answer about the age. Each has a page of its own (screens.md §1). */
export type EidProblem = "cancelled" | "eid_timeout" | "eid_no_age" | "eid_refused" | "eid_down";

/** The codes of an eID where nobody approved in time. `login_timeout` is not a registered code, but eIDs use it. */
const NOT_APPROVED = new Set(["interaction_required", "login_required", "login_timeout", "expired_token", "timeout"]);
const NOT_WORKING = new Set(["server_error", "temporarily_unavailable"]);

/** What an error code in the eID's answer means (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6). */
export function problemOfCode(code: string): EidProblem {
  if (code === "access_denied") return "cancelled";
  if (NOT_APPROVED.has(code)) return "eid_timeout";
  return NOT_WORKING.has(code) ? "eid_down" : "eid_refused";
}
