import { MINIMUM_AGES, type MinimumAge } from "#db/schema/values.rules.ts";

export { MINIMUM_AGES, type MinimumAge };

/** Reads a minimum age that is written exactly so. */
export function readMinimumAge(text: unknown): MinimumAge | null {
  return MINIMUM_AGES.find((age) => String(age) === text) ?? null;
}
