import { type Mode, type ProviderId, VERIFIED_DEVICES, type VerifiedDevices } from "#db/schema/values.rules.ts";

export { type Mode, type ProviderId, VERIFIED_DEVICES, type VerifiedDevices };

type Policy = { turnsAwayTheVerified: boolean; bills: "when verified" | "when accepted" };

/**
 * Everything in which the two providers differ (contract §1, rule 10 and "Billing"). A no of provider `s` is free, whatever
 * the reason: otherwise the bill itself would tell a shop which visitor was too young.
 */
export const POLICY = {
  s: { turnsAwayTheVerified: true, bills: "when verified" },
  b: { turnsAwayTheVerified: false, bills: "when accepted" },
} as const satisfies Record<ProviderId, Policy>;
