const MAX = 10_000_000;

/** Can this be a limit of a plugin key? `null`: it has none of its own. */
export function isKeyLimit(limit: number | null): boolean {
  return limit === null || (Number.isSafeInteger(limit) && limit >= 1 && limit <= MAX);
}

/** A member may set up to what the plan or the instance gives, or keep what the operator gave to the key. */
export function mayMemberSet(limit: number | null, before: number | null, given: number): boolean {
  return limit === null || limit <= Math.max(given, before ?? 0);
}

/** `acceptedPerHour`: the brake; `null`: none. `acceptedThisHour`: since the hour began or somebody let the key go on. */
export type Brake = { acceptedPerHour: number | null; acceptedThisHour: number };

/** Does the brake stop one more accepted call? */
export function isBraked({ acceptedPerHour, acceptedThisHour }: Brake): boolean {
  return acceptedPerHour !== null && acceptedThisHour >= acceptedPerHour;
}
