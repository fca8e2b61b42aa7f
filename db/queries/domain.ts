import { and, asc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { domain } from "../schema/account.ts";

const FACTS = {
  host: domain.host,
  includeSubdomains: domain.includeSubdomains,
  method: domain.method,
  challenge: domain.challenge,
  verifiedAt: domain.verifiedAt,
  lastVerifiedAt: domain.lastVerifiedAt,
  missingSince: domain.missingSince,
  checkedAt: domain.checkedAt,
  diagnosis: domain.diagnosis,
};

export async function selectDomains(db: Db, organizationId: string) {
  return db.select(FACTS).from(domain).where(eq(domain.organizationId, organizationId)).orderBy(asc(domain.host));
}

export type DomainRow = Awaited<ReturnType<typeof selectDomains>>[number];

export async function findDomain(db: Db, organizationId: string, host: string): Promise<DomainRow | null> {
  const [row] = await db
    .select(FACTS)
    .from(domain)
    .where(and(eq(domain.organizationId, organizationId), eq(domain.host, host)));
  return row ?? null;
}

type Claim = {
  id: string;
  organizationId: string;
  host: string;
  method: DomainRow["method"];
  includeSubdomains: boolean;
  challenge: string;
};

/** What was claimed before keeps its challenge; what is verified already also keeps its method and what it covers. */
export async function insertDomainClaim(db: Db, row: Claim): Promise<DomainRow & { challenge: string }> {
  const isOpen = sql`${domain.verifiedAt} is null`;
  const [claimed] = await db
    .insert(domain)
    .values(row)
    .onConflictDoUpdate({
      target: [domain.organizationId, domain.host],
      set: {
        challenge: sql`coalesce(${domain.challenge}, excluded.challenge)`,
        method: sql`case when ${isOpen} then excluded.method else ${domain.method} end`,
        includeSubdomains: sql`case when ${isOpen} then excluded.include_subdomains else ${domain.includeSubdomains} end`,
        // What the other method found says nothing about this one.
        diagnosis: sql`case when ${isOpen} and excluded.method <> ${domain.method} then null else ${domain.diagnosis} end`,
      },
    })
    .returning(FACTS);
  if (!claimed?.challenge) throw new Error("A claimed domain has a challenge");
  return { ...claimed, challenge: claimed.challenge };
}

export async function updateSubdomains(
  db: Db,
  organizationId: string,
  host: string,
  includeSubdomains: boolean,
): Promise<void> {
  await db
    .update(domain)
    .set({ includeSubdomains })
    .where(and(eq(domain.organizationId, organizationId), eq(domain.host, host)));
}

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
  db: Db,
  named: Named,
): Promise<{ verifiedAt: Date | null; changed: boolean } | null> {
  const isIt = and(is(named), or(isNull(domain.verifiedAt), isNotNull(domain.lastVerifiedAt)));
  const [before] = await db
    .select({ verifiedAt: domain.verifiedAt, missingSince: domain.missingSince })
    .from(domain)
    .where(isIt)
    .for("update");
  if (!before) return null;
  const [after] = await db
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
      now: sql<Date>`clock_timestamp()`.mapWith((text: string) => new Date(text)),
    })
    .from(domain)
    .where(and(isNotNull(domain.verifiedAt), isNotNull(domain.lastVerifiedAt)))
    .orderBy(domain.id);
  return rows.flatMap(({ challenge, ...row }) => (challenge === null ? [] : [{ ...row, challenge }]));
}

export type VerifiedRow = Awaited<ReturnType<typeof listVerified>>[number];

/** False where it changed meanwhile: proven again, vouched for, removed. */
export async function markMissing(db: Db, named: Named): Promise<boolean> {
  const isIt = is(named);
  const marked = await db
    .update(domain)
    .set({ missingSince: sql`now()` })
    .where(and(isIt, isNotNull(domain.lastVerifiedAt), isNull(domain.missingSince)))
    .returning({ id: domain.id });
  return marked.length > 0;
}

/** It counts no longer; its challenge stays, so that the same record or file proves it again. */
export async function markLost(db: Db, named: Named): Promise<boolean> {
  const isIt = is(named);
  const marked = await db
    .update(domain)
    .set({ verifiedAt: null, lastVerifiedAt: null, missingSince: null })
    .where(and(isIt, isNotNull(domain.missingSince)))
    .returning({ id: domain.id });
  return marked.length > 0;
}
