import { type Mode, modeOfKey } from "#lib/core/provider.rules.ts";

/** The format of a plugin key: its mode, and 24 random letters and digits. */
const SHAPE = /^pk_(?:live|test)_[A-Za-z0-9]{24}$/;

/** Answers the text if it has the format of a plugin key, else `null`, so that other texts cost no query. */
export function readPluginKey(text: string): string | null {
  return SHAPE.test(text) ? text : null;
}

/** Has the text enough random characters that an operator means one key by it? */
export function isKeyBeginning(text: string): boolean {
  return /^pk_(?:live|test)_[A-Za-z0-9]{4,24}$/.test(text);
}

/** `characters`: 24 random letters and digits. */
export function pluginKeyOf(mode: Mode, characters: string): string {
  return `pk_${mode}_${characters}`;
}

const MAX_LIMIT = 10_000_000;

/** Is this a valid limit of a plugin key? `null`: no limit of its own. */
export function isKeyLimit(limit: number | null): boolean {
  return limit === null || (Number.isSafeInteger(limit) && limit >= 1 && limit <= MAX_LIMIT);
}

/** A member may set up to the limit of the plan or the instance, or keep a higher one that the operator has set. */
export function mayMemberSet(limit: number | null, before: number | null, given: number): boolean {
  return limit === null || limit <= Math.max(given, before ?? 0);
}

/** `acceptedPerHour`: the brake; `null`: none. `acceptedThisHour`: since the hour began or the key was resumed. */
export type Brake = { acceptedPerHour: number | null; acceptedThisHour: number };

export function isBraked({ acceptedPerHour, acceptedThisHour }: Brake): boolean {
  return acceptedPerHour !== null && acceptedThisHour >= acceptedPerHour;
}

/** The format of a locked key's secret: 32 random letters and digits. The scheme is case-insensitive (RFC 9110). */
const BEARER = /^[Bb][Ee][Aa][Rr][Ee][Rr] (sk_live_[A-Za-z0-9]{32})$/;

/** `characters`: 32 random letters and digits. */
export function keySecretOf(characters: string): string {
  return `sk_live_${characters}`;
}

/** Reads the secret in an `Authorization` header (RFC 6750); `null`: none, or of another format. */
export function readBearer(header: string | null): string | null {
  return (header === null ? null : BEARER.exec(header)?.[1]) ?? null;
}

export type KeyFacts = {
  key: string;
  mode: Mode;
  endsAt: Date | null;
  revokedAt: Date | null;
  pausedAt: Date | null;
};

/** It will not work again: it was revoked, or has ended. */
export function isOver({ endsAt, revokedAt }: Pick<KeyFacts, "endsAt" | "revokedAt">, now: Date): boolean {
  return revokedAt !== null || (endsAt !== null && endsAt <= now);
}

/** Do calls of a mode have a key without this one? `until`: the last of the others ends then; `null`: none of them works now. */
type RemainingKeys = { works: true } | { works: false; until: Date | null };

export function keysWithout(gone: string, keys: readonly KeyFacts[], now: Date): RemainingKeys {
  const mode = modeOfKey(gone);
  const others = keys.filter(
    (one) => one.key !== gone && one.mode === mode && one.pausedAt === null && !isOver(one, now),
  );
  const ends = others.map(({ endsAt }) => endsAt);
  if (ends.includes(null)) return { works: true };
  const last = Math.max(...ends.map((end) => +(end ?? 0)));
  return { works: false, until: ends.length === 0 ? null : new Date(last) };
}

/** Shortens a key, such as to "pk_live_7Qm…r8x2". */
export function shortKey(key: string): string {
  return `${key.slice(0, key.lastIndexOf("_") + 4)}…${key.slice(-4)}`;
}
