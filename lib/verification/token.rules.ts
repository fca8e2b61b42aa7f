import type { CheckCode } from "#lib/activity/activity.rules.ts";
import type { MinimumAge } from "#lib/core/age.rules.ts";
import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";
import type { Outcome, Ttl } from "./verification.rules.ts";

/** Holds what the database says about the verification that a token names. */
export type ProofFacts = {
  provider: ProviderId;
  mode: Mode;
  minimumAge: MinimumAge;
  organizationId: string;
  pluginKeyId: string;
  isSameDevice: boolean;
  completedAt: Date | null;
  outcome: Outcome | null;
};

/** At the test address, a caller that names no key asks with the test key that made the token. */
export const ANY_TEST_KEY = "any_test_key";

/** The plugin key that the caller named; `null`: it does not exist; `undefined`: the caller named none. */
export type AskingKey = { id: string; organizationId: string; mode: Mode } | null | undefined | typeof ANY_TEST_KEY;

/**
 * The answer to the shop's backend (contract §3). A no does not say which other outcome it was, and it contains neither an age
 * nor a time that a hasty reader could take for a yes.
 */
export type Verdict =
  | {
      age: MinimumAge;
      verified: true;
      minimum_age: MinimumAge;
      provider: ProviderId;
      mode: Mode;
      verified_at: string;
      expires_at: string;
    }
  | { age: null; verified: false; provider: ProviderId; mode: Mode; expires_at: string };

/**
 * Says why a token proves nothing to this caller. On the wire all of these are `token_unknown`; the organization of the token
 * reads the first that refuses in its activity.
 */
const RULES = [
  ["token_unknown", (proof, key) => !!key && key !== ANY_TEST_KEY && key.organizationId !== proof.organizationId],
  ["plugin_key_unknown", (_, key) => key === null],
  // A test token answers only to the test key that made it; a live token to any live key of its organization.
  ["test_key_missing", ({ mode }, key) => mode === "test" && key === undefined],
  [
    "test_key_differs",
    ({ mode, pluginKeyId }, key) => mode === "test" && key !== ANY_TEST_KEY && key?.id !== pluginKeyId,
  ],
  ["mode_differs", ({ mode }, key) => !!key && (key === ANY_TEST_KEY ? "test" : key.mode) !== mode],
  ["not_finished", ({ completedAt }) => completedAt === null],
  ["token_expired", ({ completedAt }, _, now, { tokenMs }) => completedAt !== null && +now >= +completedAt + tokenMs],
  ["device_differs", ({ isSameDevice }) => !isSameDevice],
] as const satisfies readonly [CheckCode, (proof: ProofFacts, key: AskingKey, now: Date, ttl: Ttl) => boolean][];

export type CheckReason = (typeof RULES)[number][0];

/** The first rule that refuses; `null`: the token answers. */
export function checkReason(proof: ProofFacts, key: AskingKey, now: Date, ttl: Ttl): CheckReason | null {
  return RULES.find(([, refuses]) => refuses(proof, key, now, ttl))?.[0] ?? null;
}

/** The answer to a token check, or `null`: unknown, expired, another device, another organization or mode. */
export function verdictOf(proof: ProofFacts, key: AskingKey, now: Date, ttl: Ttl): Verdict | null {
  if (proof.completedAt === null || checkReason(proof, key, now, ttl) !== null) return null;
  const { provider, mode, minimumAge } = proof;
  const expires_at = new Date(+proof.completedAt + ttl.tokenMs).toISOString();
  if (proof.outcome !== "verified") return { age: null, verified: false, provider, mode, expires_at };
  const verified_at = proof.completedAt.toISOString();
  return { age: minimumAge, verified: true, minimum_age: minimumAge, provider, mode, verified_at, expires_at };
}

/** Is this the redeemed proof that answers for what is asked now, and would its token be answered with a yes? */
export function isProofOf(
  proof: ProofFacts & { redeemedAt: Date | null },
  asked: { provider: ProviderId; minimumAge: MinimumAge },
  key: AskingKey,
  now: Date,
  ttl: Ttl,
): boolean {
  const verdict = verdictOf(proof, key, now, ttl);
  if (!verdict?.verified || proof.redeemedAt === null) return false;
  return verdict.provider === asked.provider && verdict.age >= asked.minimumAge;
}
