import type { Mode, ProviderId } from "./admission.ts";
import type { MinimumAge } from "./age.ts";
import type { Lives, Outcome } from "./verification.ts";

/** What is known of the verification that a token names. */
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

/** The plugin key that the caller named; `null`: named one that does not exist; `undefined`: named none. */
export type AskingKey = { id: string; organizationId: string; mode: Mode } | null | undefined;

/** What a token proved, as the shop's backend hears it (contract §3). Which other outcome it was is not said. */
export type Verdict = {
  age: MinimumAge | null;
  verified: boolean;
  minimum_age: MinimumAge;
  provider: ProviderId;
  mode: Mode;
  verified_at: string | null;
  expires_at: string;
};

/** The answer to a token check, or `null`: unknown, expired, another device, another organization or mode. */
export function verdictOf(proof: ProofFacts, key: AskingKey, now: Date, lives: Lives): Verdict | null {
  if (proof.completedAt === null || !proof.isSameDevice || !mayAsk(proof, key)) return null;
  const expiresAt = new Date(+proof.completedAt + lives.tokenMs);
  if (+now >= +expiresAt) return null;
  const verified = proof.outcome === "verified";
  return {
    age: verified ? proof.minimumAge : null,
    verified,
    minimum_age: proof.minimumAge,
    provider: proof.provider,
    mode: proof.mode,
    verified_at: verified ? proof.completedAt.toISOString() : null,
    expires_at: expiresAt.toISOString(),
  };
}

/** A test proof answers only to the very test key that asked for it; a live one to any live key of its organization. */
function mayAsk(proof: ProofFacts, key: AskingKey): boolean {
  if (proof.mode === "test") return key?.id === proof.pluginKeyId;
  if (key === undefined) return true;
  return key?.organizationId === proof.organizationId && key.mode === proof.mode;
}
