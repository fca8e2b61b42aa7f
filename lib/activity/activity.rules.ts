import { ACTIVITY_KINDS, type ActivityKind } from "#db/schema/values.rules.ts";
import { POLICY, type ProviderId } from "#lib/core/provider.rules.ts";
import type { CallReason } from "#lib/reasons/reason.rules.ts";
import type { EXPLAINED_CHECKS } from "./explained-checks.rules.ts";
import type { StepCode } from "./step.rules.ts";

export { ACTIVITY_KINDS, type ActivityKind };

/**
 * `repeated`: the link of an earlier call with the same Idempotency-Key. `returned_with_token`: no new check, for the browser
 * had just made a proof; the visitor went back with its token. `address_limited`: `rate_limited`, by the limit of one address.
 */
export type CallCode = "accepted" | "repeated" | "returned_with_token" | "address_limited" | CallReason;

export type CheckCode = keyof typeof EXPLAINED_CHECKS;

/** The gateway did what it was asked, whatever the answer. */
const WENT_WELL = {
  call: ["accepted", "repeated", "returned_with_token"],
  step: ["opened", "claimed", "tried_again", "confirmed", "not_confirmed", "too_young", "went_back", "cancelled"],
  check: ["answered_yes", "answered_no"],
  dropped: [],
} as const satisfies Record<ActivityKind, readonly (CallCode | StepCode | CheckCode)[]>;

/** Names the codes of calls and questions that were not refused. */
export const ANSWERED: readonly string[] = [...WENT_WELL.call, ...WENT_WELL.check];

export function wentWell(kind: ActivityKind, code: string): boolean {
  return (WENT_WELL[kind] as readonly string[]).includes(code);
}

/** Does the provider bill for this call? */
export function isBilledCall(code: CallCode, provider: ProviderId): boolean {
  return code === "accepted" && POLICY[provider].bills === "when accepted";
}
