import type { MinimumAge } from "#lib/core/age.rules.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { decryptClaims, encryptClaims } from "#lib/crypto/encrypted-claims.ts";
import { config } from "#lib/runtime/config.ts";
import { RUNS_NAME, type Run } from "./run.ts";

/** Holds a check that a shop started under a run. `device`: its digest. `by`: who called the generator. */
export type PlayedCheck = {
  provider: ProviderId;
  device: string;
  minimumAge: MinimumAge;
  returnUrl: string;
  by: "browser" | "server";
};

/** Makes a session that is valid for as long as a visitor's link. */
export async function encryptSession(run: Run, session: PlayedCheck, now = new Date()): Promise<string> {
  return encryptClaims(purposeOf(run), { session }, new Date(now.getTime() + config().ttl.linkMs));
}

/** `null`: it is none of this run, or it has expired. */
export async function decryptSession(run: Run, text: string): Promise<PlayedCheck | null> {
  const claims = await decryptClaims(purposeOf(run), text);
  return (claims?.session as PlayedCheck | undefined) ?? null;
}

function purposeOf({ text }: Run): string {
  return `${RUNS_NAME} session ${text}`;
}
