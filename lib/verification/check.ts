import { timingSafeEqual } from "node:crypto";
import { v7 } from "uuid";
import { type KeyRow, readKeys } from "#db/queries/admission-key.ts";
import { findProofs, type ProofRow, redeemProofs } from "#db/queries/verification-proof.ts";
import type { CheckCode } from "#lib/activity/activity.rules.ts";
import { recordCheck } from "#lib/activity/record.ts";
import { config } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import { deviceDigests } from "#lib/core/digest.ts";
import { decryptId } from "#lib/core/opaque-id.ts";
import { sharingCommits } from "./batch.ts";
import { type Exhausted, takeQuestion } from "./limits.ts";
import { ANY_TEST_KEY, refusalOfCheck, type Verdict, verdictOf } from "./token.rules.ts";

/**
 * A shop's backend asks what a token proved. `pluginKey`: `undefined` where it named none, `null` where it named nonsense.
 * `once`: it wants a yes only if nobody has had that yes before. `isTestAddress`: it asks where only test keys are.
 */
export type CheckRequest = {
  token: string;
  deviceId: string;
  pluginKey: string | null | undefined;
  once: boolean;
  isTestAddress: boolean;
};

type Happened = Omit<Parameters<typeof recordCheck>[0], "reference">;

export type Checked =
  | { ok: true; verdict: Verdict }
  | { ok: false; reason: "token_unknown" }
  | { ok: false; reason: "rate_limited"; exhausted: Exhausted };

/** Contract §3. `reference`: what the answer will name. The first answer with an age redeems the proof, durably, before it is given. */
export async function checkToken(request: CheckRequest, reference: string): Promise<Checked> {
  const id = decryptId("token", request.token);
  // A forged token walks the same road as a real one, under an id of ours that no row has: what it says never reaches
  // the database, and the clock tells its sender nothing.
  const { verdict, happened } = await checkTogether({ ...request, id: id ?? v7() });
  // Counted after the look, so that a stranger's wrong guesses do not stop the right question.
  const exhausted = takeQuestion(request.token, verdict !== null);
  if (exhausted) {
    recordCheck({ pluginKey: request.pluginKey, code: "rate_limited", reference });
    return { ok: false, reason: "rate_limited", exhausted };
  }
  recordCheck({ ...happened, reference });
  return verdict ? { ok: true, verdict } : { ok: false, reason: "token_unknown" };
}

type Question = CheckRequest & { id: string };

const checkTogether = sharingCommits(checkAll);

type Answered = { verdict: Verdict | null; happened: Happened };

async function checkAll(questions: readonly Question[]): Promise<Answered[]> {
  return database().transaction(async (tx) => {
    const pluginKeys = [...new Set(questions.flatMap(({ pluginKey }) => pluginKey ?? []))];
    const [{ now, proofs }, { keys }] = await Promise.all([
      findProofs(
        tx,
        questions.map(({ id }) => id),
      ),
      readKeys(tx, pluginKeys, []),
    ]);
    const judged = questions.map(({ id, deviceId, pluginKey, once, isTestAddress }) => {
      const row = proofs.get(id);
      const proof = row ?? NO_PROOF;
      const isSameDevice = deviceDigests(proof.organizationId, deviceId).some((digest) =>
        timingSafeEqual(digest, proof.device),
      );
      const named = pluginKey === undefined ? undefined : (keys.find(({ text }) => text === pluginKey) ?? null);
      const key = isTestAddress ? atTestAddress(named) : named;
      const verdict = verdictOf({ ...proof, isSameDevice }, key, now, config().ttl);
      const refusal = refusalOfCheck({ ...proof, isSameDevice }, key, now, config().ttl);
      return { id, once, row, key, verdict, refusal };
    });
    const redeemedNow = await redeemProofs(
      tx,
      judged.flatMap(({ id, verdict }) => (verdict?.verified ? id : [])),
    );
    return judged.map(({ id, once, row, key, verdict, refusal }) => {
      if (!verdict?.verified) return { verdict, happened: outcomeOf(row, key, refusal ?? "answered_no") };
      // Of several questions in one batch, the first one has redeemed the proof.
      const isFirst = redeemedNow.delete(id);
      if (once && !isFirst) return { verdict: null, happened: outcomeOf(row, key, "already_redeemed") };
      return { verdict, happened: outcomeOf(row, key, "answered_yes") };
    });
  });
}

type Asking = KeyRow | null | undefined | typeof ANY_TEST_KEY;

/** No key needs to be named there, and a live one is none. */
function atTestAddress(named: KeyRow | null | undefined): Asking {
  if (named === undefined) return ANY_TEST_KEY;
  return named?.mode === "test" ? named : null;
}

/**
 * What may be told of it, and to whom: the organization that the token was made for hears why, and one that asks about a
 * token of another, or of nobody, hears no more than the wire said.
 */
function outcomeOf(row: ProofRow | undefined, asking: Asking, code: CheckCode): Happened {
  const key = asking === ANY_TEST_KEY ? undefined : asking;
  const named = key && { pluginKeyId: key.id };
  if (!row || (key && key.organizationId !== row.organizationId)) return { ...named, code: "token_unknown" };
  return { ...named, code, token: row };
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
