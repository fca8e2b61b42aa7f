import { type Mode, type ProviderId, VERIFIED_DEVICES, type VerifiedDevices } from "#db/schema/values.rules.ts";

export { type Mode, type ProviderId, VERIFIED_DEVICES, type VerifiedDevices };

type Policy = { turnsAwayTheVerified: boolean; bills: "when verified" | "when accepted" };

/**
 * All differences between the two providers (contract §1, rule 10 and "Billing"). Every "no" of provider `s` is free: a price
 * would show the shop on its bill which visitor was too young.
 */
export const POLICY = {
  s: { turnsAwayTheVerified: true, bills: "when verified" },
  b: { turnsAwayTheVerified: false, bills: "when accepted" },
} as const satisfies Record<ProviderId, Policy>;

/** Follows contract §1, rule 10, which a shop can switch off to have every visitor asked each time. */
export function turnsAwayTheVerified(provider: ProviderId, verifiedDevices: VerifiedDevices): boolean {
  return POLICY[provider].turnsAwayTheVerified && verifiedDevices === "turned_away";
}

/** Reads it from the text of a plugin key, whether or not there is such a key. */
export function modeOfKey(pluginKey: string): Mode {
  return pluginKey.startsWith("pk_test_") ? "test" : "live";
}
