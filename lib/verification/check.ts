import { timingSafeEqual } from "node:crypto";
import {
  type AskingKeyRow,
  findAskingKeys,
  findProofs,
  type ProofRow,
  redeemProofs,
} from "#db/queries/verification-proof.ts";
import type { CheckCode } from "#lib/activity/activity.rules.ts";
import { recordCheck } from "#lib/activity/record.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { deviceDigests } from "#lib/crypto/digest.ts";
import { decryptId } from "#lib/crypto/opaque-id.ts";
import { heardOfMachines } from "#lib/limits/shared.ts";
import { noteShop } from "#lib/observe/request-context.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { failpoint } from "#lib/runtime/failpoint.ts";
import { batched } from "./batch.ts";
import { type Exhausted, shopOfKey } from "./limits.ts";
import { askAboutToken, limitNameOf, takeQuestion } from "./question-limit.ts";
import { ANY_TEST_KEY, checkReason, type Verdict, verdictOf } from "./token.rules.ts";

/**
 * A shop's backend asks what a token proves. `pluginKey`: `undefined` where the backend named none, `null` where its text
 * cannot be a key. `once`: a yes only if no earlier call got it. `isTestAddress`: the address that knows only test keys. `isOurs`:
 * our own page asks, as a backend would.
 */
export type CheckRequest = {
  token: string;
  deviceId: string;
  pluginKey: string | null | undefined;
  once: boolean;
  isTestAddress: boolean;
  isOurs?: boolean;
};

/** Holds what the activity record stores of a question. */
type Recorded = Omit<Parameters<typeof recordCheck>[0], "reference">;

export type Checked =
  | { ok: true; verdict: Verdict }
  | { ok: false; reason: "token_unknown" }
  | { ok: false; reason: "rate_limited"; exhausted: Exhausted };

/** Contract §3. `reference`: the one in the answer. The first answer with an age redeems the proof in the database before it is given. */
export async function checkToken(request: CheckRequest, reference: string): Promise<Checked> {
  noteShop(shopOfKey(request.pluginKey));
  const id = decryptId("token", request.token);
  // A forged token takes the same steps as a real one, under a new id without a row: its text never reaches the database,
  // and the time of the answer says nothing about it. A new id lies in the partition in which most real ones are looked up.
  const name = limitNameOf(request.token);
  askAboutToken(name);
  const heard = heardOfMachines();
  const { verdict, recorded } = await answerTo({ ...request, id: id ?? uuidV7() });
  if (heard) await heard;
  // Counted after the lookup, so that wrong guesses of a stranger do not stop the right question.
  const exhausted = takeQuestion(name, verdict !== null);
  if (exhausted) {
    recordCheck({ pluginKey: request.pluginKey, code: "rate_limited", reference });
    return { ok: false, reason: "rate_limited", exhausted };
  }
  recordCheck({ ...recorded, reference, ...(request.isOurs && { isOurs: true }) });
  return verdict ? { ok: true, verdict } : { ok: false, reason: "token_unknown" };
}

type Answered = { verdict: Verdict | null; recorded: Recorded };

/** `id`: the token's, or one without a row. */
async function answerTo(request: CheckRequest & { id: string }): Promise<Answered> {
  const { id, deviceId, pluginKey, once, isTestAddress } = request;
  const { row, named, now } = await readTogether({ id, pluginKey });
  const proof = row ?? NO_PROOF;
  const isSameDevice = deviceDigests(proof.organizationId, deviceId).some((digest) =>
    timingSafeEqual(digest, proof.device),
  );
  const facts = { ...proof, isSameDevice };
  const key = isTestAddress ? keyAtTestAddress(named) : named;
  const asking = key && key !== ANY_TEST_KEY ? { organizationId: key.organizationId, pluginKeyId: key.id } : undefined;
  noteShop(asking);
  const verdict = verdictOf(facts, key, now, config().ttl);
  if (!verdict?.verified) {
    const reason = checkReason(facts, key, now, config().ttl);
    return { verdict, recorded: recordedOf(row, key, reason ?? "answered_no") };
  }
  const isFirst = proof.redeemedAt === null && (await redeemTogether(id));
  if (once && !isFirst) return { verdict: null, recorded: recordedOf(row, key, "already_redeemed") };
  return { verdict, recorded: recordedOf(row, key, "answered_yes") };
}

type Named = AskingKeyRow | null | undefined;

/** Reads in one statement, and without a transaction: most questions change nothing. */
const readTogether = batched(
  async (questions: readonly Pick<CheckRequest & { id: string }, "id" | "pluginKey">[]) => {
    const texts = new Set(questions.flatMap(({ pluginKey }) => pluginKey ?? []));
    const [{ now, proofs }, keys] = await Promise.all([
      findProofs(
        database("check"),
        questions.map(({ id }) => id),
      ),
      findAskingKeys(database("check"), [...texts]),
    ]);
    return questions.map(({ id, pluginKey }) => {
      const named: Named = typeof pluginKey === "string" ? (keys.get(pluginKey) ?? null) : pluginKey;
      return { row: proofs.get(id), named, now };
    });
  },
  { name: "check" },
);

/**
 * Redeems a proof that was not redeemed when it was read, in batches of their own: no other question waits for the commit.
 * False: another question redeemed it meanwhile. Nothing else can have happened to it, because a row stays for hours after
 * its token ends.
 */
const redeemTogether = batched(
  async (ids: readonly string[]) => {
    const redeemed = await redeemProofs(database("check"), [...new Set(ids)]);
    failpoint("after commit");
    // Of several questions about one proof, the first one has redeemed it.
    return ids.map((id) => redeemed.delete(id));
  },
  { name: "redeem" },
);

type Asking = Named | typeof ANY_TEST_KEY;

/** The test address needs no key, and a live key counts as unknown. */
function keyAtTestAddress(named: Named): Asking {
  if (named === undefined) return ANY_TEST_KEY;
  return named?.mode === "test" ? named : null;
}

/**
 * Only the token's own organization may read why its question was refused. Any other organization reads what the answer said:
 * the token is unknown.
 */
function recordedOf(row: ProofRow | undefined, asking: Asking, code: CheckCode): Recorded {
  const key = asking === ANY_TEST_KEY ? undefined : asking;
  const named = key && { pluginKeyId: key.id };
  if (!row || (key && key.organizationId !== row.organizationId)) return { ...named, code: "token_unknown" };
  return { ...named, code, verification: row };
}

/** Takes the place of a missing row, so that an unknown token costs the same work as a known one. */
const NO_PROOF = {
  provider: "b",
  mode: "live",
  minimumAge: 18,
  organizationId: "00000000-0000-0000-0000-000000000000",
  pluginKeyId: "00000000-0000-0000-0000-000000000000",
  device: Buffer.alloc(32),
  completedAt: null,
  outcome: null,
  redeemedAt: null,
} as const;
