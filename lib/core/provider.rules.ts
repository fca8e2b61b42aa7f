export type ProviderId = "s" | "b";
export type Mode = "live" | "test";

/** What provider `s` does with a device that holds a proof: rule 10, or a new check. */
export const VERIFIED_DEVICES = ["turned_away", "asked_again"] as const;
export type VerifiedDevices = (typeof VERIFIED_DEVICES)[number];

type Policy = { turnsAwayTheVerified: boolean; bills: "when verified" | "when accepted" };

/**
 * Everything in which the two providers differ (contract §1, rule 10 and "Billing"). A no of provider `s` is free, whatever
 * the reason: otherwise the bill itself would tell a shop which visitor was too young.
 */
export const POLICY = {
  s: { turnsAwayTheVerified: true, bills: "when verified" },
  b: { turnsAwayTheVerified: false, bills: "when accepted" },
} as const satisfies Record<ProviderId, Policy>;
