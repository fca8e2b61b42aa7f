import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { domain } from "../schema/domain.ts";
import { clockNow, columnsOf } from "../sql.ts";
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

/** Stores what a probe found. False: the host no longer has this challenge. */
export async function noteProbe(db: Db, named: Named, diagnosis: string): Promise<boolean> {
  const noted = await db
    .update(domain)
    .set({ checkedAt: sql`now()`, diagnosis })
    .where(is(named))
    .returning({ id: domain.id });
  return noted.length > 0;
}

/** True: its proof was not there before. False also where it has another challenge, or the operator verified it since. */
export async function markVerified(tx: LockedTransaction, named: Named): Promise<boolean> {
  const isIt = and(is(named), or(isNull(domain.verifiedAt), isNotNull(domain.lastVerifiedAt)));
  const [before] = await tx
    .select({ verifiedAt: domain.verifiedAt, missingSince: domain.missingSince })
    .from(domain)
    .where(isIt)
    .for("update");
  if (!before) return false;
  await tx
    .update(domain)
    .set({ verifiedAt: sql`coalesce(${domain.verifiedAt}, now())`, lastVerifiedAt: sql`now()`, missingSince: null })
    .where(isIt);
  return before.verifiedAt === null || before.missingSince !== null;
}

/** Every host that was verified by a record or a file, with the database's clock. */
export async function listVerified(db: Db) {
  const rows = await db
    .select({
      ...columnsOf(domain, "organizationId", "host", "method", "challenge", "missingSince"),
      now: clockNow,
    })
    .from(domain)
    .where(and(isNotNull(domain.verifiedAt), isNotNull(domain.lastVerifiedAt)))
    .orderBy(domain.id);
  return rows.flatMap(({ challenge, ...row }) => (challenge === null ? [] : [{ ...row, challenge }]));
}

export type VerifiedRow = Awaited<ReturnType<typeof listVerified>>[number];

/** False: the domain changed meanwhile (verified again, verified manually, or removed). */
export async function markMissing(tx: LockedTransaction, named: Named): Promise<boolean> {
  const isIt = is(named);
  const marked = await tx
    .update(domain)
    .set({ missingSince: sql`now()` })
    .where(and(isIt, isNotNull(domain.lastVerifiedAt), isNull(domain.missingSince)))
    .returning({ id: domain.id });
  return marked.length > 0;
}

/** The domain is no longer verified. Its challenge stays, so that the same record or file verifies it again. */
export async function markLost(tx: LockedTransaction, named: Named): Promise<boolean> {
  const isIt = is(named);
  const marked = await tx
    .update(domain)
    .set({ verifiedAt: null, lastVerifiedAt: null, missingSince: null })
    .where(and(isIt, isNotNull(domain.missingSince)))
    .returning({ id: domain.id });
  return marked.length > 0;
}
