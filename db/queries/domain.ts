import { and, asc, eq, getTableColumns, isNotNull, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { domain } from "../schema/domain.ts";
import type { LockedTransaction } from "./organization-lock.ts";

export async function upsertVerifiedDomain(
  db: Db,
  row: { id: string; organizationId: string; host: string; includeSubdomains: boolean },
): Promise<void> {
  await db
    .insert(domain)
    .values({ ...row, verifiedAt: sql`now()` })
    .onConflictDoUpdate({
      target: [domain.organizationId, domain.host],
      // A domain that the operator verified manually needs no record.
      set: {
        includeSubdomains: row.includeSubdomains,
        verifiedAt: sql`coalesce(${domain.verifiedAt}, now())`,
        lastVerifiedAt: null,
        missingSince: null,
      },
    });
}

export async function deleteDomain(tx: LockedTransaction, organizationId: string, host: string): Promise<boolean> {
  const [row] = await tx.delete(domain).where(is(organizationId, host)).returning({ id: domain.id });
  return row !== undefined;
}

const { id: _id, organizationId: _of, createdAt: _at, ...FACTS } = getTableColumns(domain);

export async function selectDomains(db: Db, organizationId: string) {
  return db.select(FACTS).from(domain).where(eq(domain.organizationId, organizationId)).orderBy(asc(domain.host));
}

export type DomainRow = Awaited<ReturnType<typeof selectDomains>>[number];

export async function findDomain(db: Db, organizationId: string, host: string): Promise<DomainRow | null> {
  const [row] = await db.select(FACTS).from(domain).where(is(organizationId, host));
  return row ?? null;
}

type Claim = Pick<DomainRow, "host" | "method" | "includeSubdomains"> & {
  id: string;
  organizationId: string;
  challenge: string;
};

/** A domain that was claimed before keeps its challenge. A verified one also keeps its method and its subdomains. */
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
        // A diagnosis of the other method says nothing about this one.
        diagnosis: sql`case when ${isOpen} and excluded.method <> ${domain.method} then null else ${domain.diagnosis} end`,
      },
    })
    .returning(FACTS);
  if (!claimed?.challenge) throw new Error("A claimed domain has a challenge");
  return { ...claimed, challenge: claimed.challenge };
}

export async function updateSubdomains(
  tx: LockedTransaction,
  organizationId: string,
  host: string,
  includeSubdomains: boolean,
): Promise<void> {
  await tx.update(domain).set({ includeSubdomains }).where(is(organizationId, host));
}

function is(organizationId: string, host: string) {
  return and(eq(domain.organizationId, organizationId), eq(domain.host, host));
}

export async function hasVerifiedDomain(db: Db, organizationId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: domain.id })
    .from(domain)
    .where(and(eq(domain.organizationId, organizationId), isNotNull(domain.verifiedAt)))
    .limit(1);
  return row !== undefined;
}
