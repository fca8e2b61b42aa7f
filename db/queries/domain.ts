import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { domain } from "../schema/account.ts";

type Claim = { id: string; organizationId: string; host: string; includeSubdomains: boolean; challenge: string };

/** What was claimed before keeps its challenge; what is verified already also keeps what it covers. */
export async function claimDomain(db: Db, row: Claim): Promise<{ challenge: string; verifiedAt: Date | null }> {
  const [claimed] = await db
    .insert(domain)
    .values(row)
    .onConflictDoUpdate({
      target: [domain.organizationId, domain.host],
      set: {
        challenge: sql`coalesce(${domain.challenge}, excluded.challenge)`,
        includeSubdomains: sql`case when ${domain.verifiedAt} is null then excluded.include_subdomains else ${domain.includeSubdomains} end`,
      },
    })
    .returning({ challenge: domain.challenge, verifiedAt: domain.verifiedAt });
  if (!claimed?.challenge) throw new Error("A claimed domain has a challenge");
  return { challenge: claimed.challenge, verifiedAt: claimed.verifiedAt };
}

export async function findChallenge(
  db: Db,
  organizationId: string,
  host: string,
): Promise<{ challenge: string; verifiedAt: Date | null } | null> {
  const [row] = await db
    .select({ challenge: domain.challenge, verifiedAt: domain.verifiedAt })
    .from(domain)
    .where(and(eq(domain.organizationId, organizationId), eq(domain.host, host), isNotNull(domain.challenge)));
  return row?.challenge ? { challenge: row.challenge, verifiedAt: row.verifiedAt } : null;
}

type Named = { organizationId: string; host: string; challenge: string };

function is({ organizationId, host, challenge }: Named) {
  return and(eq(domain.organizationId, organizationId), eq(domain.host, host), eq(domain.challenge, challenge));
}

/**
 * `changed`: it was not verified before, or its record was missing. `null`: there is no such host with this challenge any
 * more.
 */
export async function markProven(db: Db, named: Named): Promise<{ verifiedAt: Date | null; changed: boolean } | null> {
  const isIt = is(named);
  const [before] = await db
    .select({ verifiedAt: domain.verifiedAt, missingSince: domain.missingSince })
    .from(domain)
    .where(isIt)
    .for("update");
  if (!before) return null;
  const [after] = await db
    .update(domain)
    .set({ verifiedAt: sql`coalesce(${domain.verifiedAt}, now())`, provenAt: sql`now()`, missingSince: null })
    .where(isIt)
    .returning({ verifiedAt: domain.verifiedAt });
  return {
    verifiedAt: after?.verifiedAt ?? null,
    changed: before.verifiedAt === null || before.missingSince !== null,
  };
}

/** Every host that counts because DNS proved it, with the database's clock. */
export async function listProven(db: Db) {
  const rows = await db
    .select({
      organizationId: domain.organizationId,
      host: domain.host,
      challenge: domain.challenge,
      missingSince: domain.missingSince,
      now: sql<Date>`clock_timestamp()`.mapWith((text: string) => new Date(text)),
    })
    .from(domain)
    .where(and(isNotNull(domain.verifiedAt), isNotNull(domain.provenAt)))
    .orderBy(domain.id);
  return rows.flatMap(({ challenge, ...row }) => (challenge === null ? [] : [{ ...row, challenge }]));
}

export type ProvenRow = Awaited<ReturnType<typeof listProven>>[number];

/** False where it changed meanwhile: proven again, vouched for, removed. */
export async function markMissing(db: Db, named: Named): Promise<boolean> {
  const isIt = is(named);
  const marked = await db
    .update(domain)
    .set({ missingSince: sql`now()` })
    .where(and(isIt, isNotNull(domain.provenAt), isNull(domain.missingSince)))
    .returning({ id: domain.id });
  return marked.length > 0;
}

/** It counts no longer; its challenge stays, so that the same record proves it again. */
export async function markLost(db: Db, named: Named): Promise<boolean> {
  const isIt = is(named);
  const marked = await db
    .update(domain)
    .set({ verifiedAt: null, provenAt: null, missingSince: null })
    .where(and(isIt, isNotNull(domain.missingSince)))
    .returning({ id: domain.id });
  return marked.length > 0;
}
