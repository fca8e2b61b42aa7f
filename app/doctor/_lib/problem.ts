import { problemDetailsOf } from "#app/_http/problem.ts";
import { API_HEADERS, json, rateLimitHeaders, refusalHeaders } from "#app/_http/responses.ts";
import { type Cause, REASONS, type Reason } from "#lib/reasons/reason.rules.ts";
import type { Exhausted } from "#lib/verification/limits.ts";

/** Lists what only the gate test's addresses refuse: status, title, and what to do. The other reasons are those of the API. */
const OWN = {
  body_invalid: [
    400,
    "The body is not what this address takes",
    "Send the fields that the documentation names, each once, as text.",
  ],
  body_too_large: [413, "The body is too large", "Send no more than the fields that the documentation names."],
  type_unsupported: [415, "The body is of another type", "Name the type of the body in `Content-Type`."],
  test_key_needed: [
    400,
    "That is not a test key",
    "Send a key that begins with pk_test_. The gate test takes no live key.",
  ],
  case_unknown: [400, "There is no such case", "Send one of the cases that the documentation names."],
  session_unknown: [
    400,
    "This is no session of this run",
    "Start a check under the run, and send the session of its link.",
  ],
  secret_wrong: [
    403,
    "That is not the secret of this run",
    "Send the secret that was answered when the run was opened.",
  ],
} as const satisfies Record<string, readonly [number, string, string]>;

type GateTestReason = keyof typeof OWN | Extract<Reason, Cause["reason"]>;
type Refusal = { reason: GateTestReason; detail?: Cause["detail"] | undefined; exhausted?: Exhausted | undefined };

/** Answers a refusal as problem details (RFC 9457): the gate test's addresses are for programs, which are new. */
export function problem({ reason, detail, exhausted }: Refusal, headers: Record<string, string> = {}): Response {
  const all = { ...API_HEADERS, ...(exhausted && rateLimitHeaders(exhausted)), ...headers };
  return isOwn(reason)
    ? asProblem(json(OWN[reason][0], ownDetailsOf(reason), { ...all, "Ageway-Reason": reason }))
    : asProblem(
        json(REASONS[reason].status, problemDetailsOf({ reason, detail }), {
          ...all,
          ...refusalHeaders(reason, detail),
        }),
      );
}

function ownDetailsOf(reason: keyof typeof OWN) {
  const [status, title, fix] = OWN[reason];
  return { type: "about:blank", title, status, detail: `${title}.`, reason, fix };
}

function isOwn(reason: GateTestReason): reason is keyof typeof OWN {
  return Object.hasOwn(OWN, reason);
}

function asProblem(response: Response): Response {
  response.headers.set("Content-Type", "application/problem+json");
  return response;
}
