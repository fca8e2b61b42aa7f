/** Says why an attempt at the eID gave no answer about the age. Each has a page of its own (screens.md §1). */
export type EidProblem = "cancelled" | "eid_timeout" | "eid_no_age" | "eid_refused" | "eid_down";

/** The codes of an eID where nobody approved in time. `login_timeout` is not a registered code, but eIDs use it. */
const NOT_APPROVED = new Set(["interaction_required", "login_required", "login_timeout", "expired_token", "timeout"]);
const NOT_WORKING = new Set(["server_error", "temporarily_unavailable"]);

/** Says what an error code in the eID's answer means (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6). */
export function problemOfCode(code: string): EidProblem {
  if (code === "access_denied") return "cancelled";
  if (NOT_APPROVED.has(code)) return "eid_timeout";
  return NOT_WORKING.has(code) ? "eid_down" : "eid_refused";
}

/** The codes of an error that RFC 6749, 6750, 9101 and 9126 and OpenID Connect Core register. */
const REGISTERED = new Set([
  ...["access_denied", "account_selection_required", "consent_required", "insufficient_scope", "interaction_required"],
  ...["invalid_client", "invalid_grant", "invalid_request", "invalid_request_object", "invalid_request_uri"],
  ...["invalid_scope", "invalid_token", "login_required", "registration_not_supported", "request_not_supported"],
  ...["request_uri_not_supported", "server_error", "temporarily_unavailable", "unauthorized_client"],
  ...["unsupported_grant_type", "unsupported_response_type"],
]);

/**
 * A code as the log may have it. Any other text comes from the eID or from a visitor's address bar, and could be about
 * a person.
 */
export function registeredCode(code: string | undefined): string {
  return code !== undefined && REGISTERED.has(code) ? code : "unregistered";
}
