import { findTestProofs } from "#db/queries/verification-proof.ts";
import type { Actor } from "#lib/core/actor.ts";
import { readOf } from "#lib/core/read.ts";
import { referenceOf } from "#lib/crypto/reference.ts";
import { config } from "#lib/runtime/config.ts";
import { ANY_TEST_KEY, type Verdict, verdictOf } from "./token.rules.ts";

/** Sets how far apart the clock of the process that made the check and that of the database, which dates its call, may be. */
const MAX_CLOCK_DIFFERENCE_MS = 5_000;

type Asked = { key: string; reference: string; madeAt: Date; heardAt: Date };

/** Reads what a backend heard about a check of a test key; `null`: the check is dropped, or hidden from this actor. */
export async function readVerdict(
  actor: Actor,
  organizationId: string,
  { key, reference, madeAt, heardAt }: Asked,
): Promise<Verdict | null> {
  const [from, to] = [new Date(+madeAt - MAX_CLOCK_DIFFERENCE_MS), new Date(+madeAt + MAX_CLOCK_DIFFERENCE_MS)];
  const found = await readOf(actor, "see activity", organizationId, (db) =>
    findTestProofs(db, { organizationId, key, from, to }),
  );
  const proof = found.ok ? found.read.find(({ id }) => referenceOf(id) === reference) : undefined;
  return proof ? verdictOf({ ...proof, isSameDevice: true }, ANY_TEST_KEY, heardAt, config().ttl) : null;
}
