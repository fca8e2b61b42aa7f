import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { domain } from "../schema/domain.ts";
import { clockNow } from "../sql.ts";
import type { DomainRow } from "./domain.ts";
import type { LockedTransaction } from "./organization-lock.ts";

type Named = { organizationId: string; host: string; method: DomainRow["method"]; challenge: string };

function is({ organizationId, host, method, challenge }: Named) {
  return and(
    eq(domain.organizationId, organizationId),
    eq(domain.host, host),
    eq(domain.method, method),
    eq(domain.challenge, challenge),
  );
}

/** Keeps what was found. False: there is no such host with this challenge any more. */
export async function noteProbe(db: Db, named: Named, diagnosis: string): Promise<boolean> {
  const noted = await db
    .update(domain)
    .set({ checkedAt: sql`now()`, diagnosis })
    .where(is(named))
    .returning({ id: domain.id });
  return noted.length > 0;
}

/**
 * `changed`: it was not verified before, or its proof was missing. `null`: there is no such host with this challenge any
 * more, or the operator vouches for it since, whose word outranks a proof.
 */
export async function markVerified(
  tx: LockedTransaction,
  named: Named,
): Promise<{ verifiedAt: Date | null; changed: boolean } | null> {
  const isIt = and(is(named), or(isNull(domain.verifiedAt), isNotNull(domain.lastVerifiedAt)));
  const [before] = await tx
    .select({ verifiedAt: domain.verifiedAt, missingSince: domain.missingSince })
    .from(domain)
    .where(isIt)
    .for("update");
  if (!before) return null;
  const [after] = await tx
    .update(domain)
    .set({ verifiedAt: sql`coalesce(${domain.verifiedAt}, now())`, lastVerifiedAt: sql`now()`, missingSince: null })
    .where(isIt)
    .returning({ verifiedAt: domain.verifiedAt });
  return {
    verifiedAt: after?.verifiedAt ?? null,
    changed: before.verifiedAt === null || before.missingSince !== null,
  };
}

/** Every host that counts because it was proven, with the database's clock. */
export async function listVerified(db: Db) {
  const rows = await db
    .select({
      organizationId: domain.organizationId,
      host: domain.host,
      method: domain.method,
      challenge: domain.challenge,
      missingSince: domain.missingSince,
      now: clockNow,
    })
    .from(domain)
    .where(and(isNotNull(domain.verifiedAt), isNotNull(domain.lastVerifiedAt)))
    .orderBy(domain.id);
  return rows.flatMap(({ challenge, ...row }) => (challenge === null ? [] : [{ ...row, challenge }]));
}

export type VerifiedRow = Awaited<ReturnType<typeof listVerified>>[number];

/** False where it changed meanwhile: proven again, vouched for, removed. */
export async function markMissing(tx: LockedTransaction, named: Named): Promise<boolean> {
  const isIt = is(named);
  const marked = await tx
    .update(domain)
    .set({ missingSince: sql`now()` })
    .where(and(isIt, isNotNull(domain.lastVerifiedAt), isNull(domain.missingSince)))
    .returning({ id: domain.id });
  return marked.length > 0;
}

/** It counts no longer; its challenge stays, so that the same record or file proves it again. */
export async function markLost(tx: LockedTransaction, named: Named): Promise<boolean> {
  const isIt = is(named);
  const marked = await tx
    .update(domain)
    .set({ verifiedAt: null, lastVerifiedAt: null, missingSince: null })
    .where(and(isIt, isNotNull(domain.missingSince)))
    .returning({ id: domain.id });
  return marked.length > 0;
}
