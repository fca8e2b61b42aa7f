import { ACTIVITY_KINDS, type ActivityKind } from "#db/schema/values.rules.ts";
import { type Mode, POLICY, type ProviderId } from "#lib/core/provider.rules.ts";
import type { CallReason } from "#lib/reasons/reason.rules.ts";
import type { WhyNot } from "./why-not.rules.ts";

export { ACTIVITY_KINDS, type ActivityKind };

/**
 * `repeated`: the link of an earlier call with the same Idempotency-Key. `returned_with_token`: no new check, for the browser
 * had just made a proof; the visitor went back with its token. `address_limited`: `rate_limited`, by the limit of one address.
 */
export type CallCode = "accepted" | "repeated" | "returned_with_token" | "address_limited" | CallReason;

/** Pages that end a visitor's check before the eID. */
type DeadEnd =
  | "expired"
  | "used"
  | "other_browser"
  | "in_app_browser"
  | "cookies_blocked"
  | "shop_unavailable"
  | "link_incomplete";

/**
 * A test check ends once: `confirmed`, `too_young`, `went_back` (cancelled) or `gave_up` (after a problem at the eID).
 * `cancelled` is what the eID reports; the visitor may try again after it. `too_young` is known when the eID answers, and the
 * others when the visitor leaves. A live check ends `confirmed` or `not_confirmed`.
 */
export type StepCode =
  | "opened"
  | "claimed"
  | "tried_again"
  | "confirmed"
  | "not_confirmed"
  | "too_young"
  | "went_back"
  | "gave_up"
  | "cancelled"
  | "eid_timeout"
  | "eid_no_age"
  | "eid_refused"
  | "eid_down"
  | DeadEnd;

export type CheckCode =
  | "answered_yes"
  | "answered_no"
  | "already_redeemed"
  | "token_unknown"
  | "plugin_key_unknown"
  | "test_key_missing"
  | "test_key_differs"
  | "mode_differs"
  | "not_finished"
  | "token_expired"
  | "device_differs"
  | "rate_limited"
  | "method_not_allowed"
  | "service_unavailable";

export type DroppedCode = "not_recorded";

/** The gateway did what it was asked, whatever the answer. */
const WENT_WELL = {
  call: ["accepted", "repeated", "returned_with_token"],
  step: ["opened", "claimed", "tried_again", "confirmed", "not_confirmed", "too_young", "went_back", "cancelled"],
  check: ["answered_yes", "answered_no"],
  dropped: [],
} as const satisfies Record<ActivityKind, readonly (CallCode | StepCode | CheckCode)[]>;

export function wentWell(kind: ActivityKind, code: string): boolean {
  return (WENT_WELL[kind] as readonly string[]).includes(code);
}

/** A visitor who sees one of these pages is one event, also after a reload. */
const PAGES: ReadonlySet<StepCode> = new Set([
  "opened",
  "expired",
  "used",
  "other_browser",
  "in_app_browser",
  "cookies_blocked",
  "shop_unavailable",
  "link_incomplete",
] satisfies StepCode[]);

export function isPage(code: StepCode): boolean {
  return PAGES.has(code);
}

/** Does the provider bill for this call? */
export function isBilledCall(code: CallCode, provider: ProviderId): boolean {
  return code === "accepted" && POLICY[provider].bills === "when accepted";
}

export function isBilledStep(code: StepCode, provider: ProviderId): boolean {
  return code === "confirmed" && POLICY[provider].bills === "when verified";
}

/**
 * What the record keeps of each step of a live check; `null`: nothing. Contract §5: a shop may not learn who was too young, so
 * nothing is kept by which such a check differs from one that was cancelled or failed, in an event or in a missing one. An eID
 * that is down and another browser are kept: a visitor of any age may meet them, and the end is stored after them as always.
 */
const STORED_LIVE = {
  opened: "opened",
  claimed: null,
  tried_again: null,
  confirmed: "confirmed",
  not_confirmed: "not_confirmed",
  too_young: "not_confirmed",
  went_back: "not_confirmed",
  gave_up: "not_confirmed",
  cancelled: null,
  eid_timeout: null,
  eid_no_age: null,
  eid_refused: null,
  eid_down: "eid_down",
  expired: "expired",
  used: "used",
  other_browser: "other_browser",
  in_app_browser: "in_app_browser",
  cookies_blocked: "cookies_blocked",
  shop_unavailable: "shop_unavailable",
  link_incomplete: "link_incomplete",
} as const satisfies Record<StepCode, StepCode | null>;

export function storedStep(code: StepCode, mode: Mode): StepCode | null {
  return mode === "test" ? code : STORED_LIVE[code];
}

/**
 * What a step counts as; `null`: nothing. How many live checks went to the eID is counted by day, with no event, so with no
 * time and no reference.
 */
export function countedStep(code: StepCode, mode: Mode): StepCode | null {
  return code === "claimed" ? code : storedStep(code, mode);
}

/** Why a check was not confirmed. Of live checks this is only counted, by organization and day (`why-not.rules.ts`). */
export function whyNotOf(code: StepCode, problem: string | null): WhyNot | null {
  if (code === "too_young") return "too_young";
  if (code === "went_back") return "cancelled";
  if (code === "gave_up") return problem === "eid_no_age" ? "no_age" : "failed";
  return null;
}
