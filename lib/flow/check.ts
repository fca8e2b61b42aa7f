import { timingSafeEqual } from "node:crypto";
import { v7 } from "uuid";
import { readKeys } from "#db/queries/admission.ts";
import { findProofs, redeemProofs } from "#db/queries/verification.ts";
import { openCapability } from "#lib/capability.ts";
import { config } from "#lib/config.ts";
import { database } from "#lib/database.ts";
import { deviceDigests } from "#lib/digest.ts";
import { type AskingKey, type Verdict, verdictOf } from "#lib/rules/token.ts";
import { type Exhausted, exhaustedByCheck } from "./limits.ts";
import { sharingCommits } from "./shared-commit.ts";

/** A shop's backend asks what a token proved. `pluginKey`: `undefined` where it named none, `null` where it named nonsense. */
export type CheckRequest = { token: string; deviceId: string; pluginKey: string | null | undefined };

export type Checked =
  | { ok: true; verdict: Verdict }
  | { ok: false; reason: "token_unknown" }
  | { ok: false; reason: "rate_limited"; exhausted: Exhausted };

/** Contract §3. The first answer with an age redeems the proof, durably, before it is given. */
export async function checkToken(request: CheckRequest): Promise<Checked> {
  const id = openCapability("token", request.token);
  const exhausted = id === null ? null : await exhaustedByCheck(id);
  if (exhausted) return { ok: false, reason: "rate_limited", exhausted };
  // A forged token walks the same road as a real one, under an id of ours that no row has: what it says never reaches
  // the database, and the clock tells its sender nothing.
  const verdict = await checkTogether({ ...request, id: id ?? v7() });
  return verdict ? { ok: true, verdict } : { ok: false, reason: "token_unknown" };
}

type Question = CheckRequest & { id: string };

const checkTogether = sharingCommits(checkAll);

async function checkAll(questions: readonly Question[]): Promise<(Verdict | null)[]> {
  return database().transaction(async (tx) => {
    const pluginKeys = [...new Set(questions.flatMap(({ pluginKey }) => pluginKey ?? []))];
    const [{ now, proofs }, { keys }] = await Promise.all([
      findProofs(
        tx,
        questions.map(({ id }) => id),
      ),
      readKeys(tx, pluginKeys, []),
    ]);
    const verdicts = questions.map(({ id, deviceId, pluginKey }) => {
      const proof = proofs.get(id) ?? NO_PROOF;
      const isSameDevice = deviceDigests(proof.organizationId, deviceId).some((digest) =>
        timingSafeEqual(digest, proof.device),
      );
      const key: AskingKey =
        pluginKey === undefined ? undefined : (keys.find(({ text }) => text === pluginKey) ?? null);
      return verdictOf({ ...proof, isSameDevice }, key, now, config().lives);
    });
    const proven = questions.filter((_, i) => verdicts[i]?.verified).map(({ id }) => id);
    await redeemProofs(tx, proven);
    return verdicts;
  });
}

/** Stands in for a row that is not there, so that the same work is done for it. */
const NO_PROOF = {
  provider: "b",
  mode: "live",
  minimumAge: 18,
  organizationId: "00000000-0000-0000-0000-000000000000",
  pluginKeyId: "00000000-0000-0000-0000-000000000000",
  device: Buffer.alloc(32),
  completedAt: null,
  outcome: null,
} as const;
