import type { Mode } from "#lib/core/provider.rules.ts";

/** What every plugin key looks like: its mode, and 24 random letters and digits. */
const SHAPE = /^pk_(?:live|test)_[A-Za-z0-9]{24}$/;

/** The text if it could be a plugin key, else `null`: what could not be one is never looked up. */
export function readPluginKey(text: string): string | null {
  return SHAPE.test(text) ? text : null;
}

/** `characters`: 24 random ones. */
export function pluginKeyOf(mode: Mode, characters: string): string {
  return `pk_${mode}_${characters}`;
}

/** Of a text that `readPluginKey` let through. */
export function modeOfKey(pluginKey: string): Mode {
  return pluginKey.startsWith("pk_test_") ? "test" : "live";
}

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

/** What every secret of a locked key looks like: 32 random letters and digits. Schemes are in whatever case (RFC 9110). */
const BEARER = /^[Bb][Ee][Aa][Rr][Ee][Rr] (sk_live_[A-Za-z0-9]{32})$/;

/** `characters`: 32 random ones. */
export function keySecretOf(characters: string): string {
  return `sk_live_${characters}`;
}

/** The secret that an `Authorization` header carries (RFC 6750); `null`: none, or what could not be one. */
export function readBearer(header: string | null): string | null {
  return (header === null ? null : BEARER.exec(header)?.[1]) ?? null;
}
