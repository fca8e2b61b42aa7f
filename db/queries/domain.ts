import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { domain } from "../schema.ts";

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

/** `changed`: it was not verified before. `null`: there is no such host with this challenge any more. */
export async function markVerified(
  db: Db,
  organizationId: string,
  host: string,
  challenge: string,
): Promise<{ verifiedAt: Date | null; changed: boolean } | null> {
  const isIt = and(eq(domain.organizationId, organizationId), eq(domain.host, host), eq(domain.challenge, challenge));
  const [before] = await db.select({ verifiedAt: domain.verifiedAt }).from(domain).where(isIt).for("update");
  if (!before) return null;
  if (before.verifiedAt) return { verifiedAt: before.verifiedAt, changed: false };
  const [after] = await db
    .update(domain)
    .set({ verifiedAt: sql`now()` })
    .where(isIt)
    .returning({ verifiedAt: domain.verifiedAt });
  return { verifiedAt: after?.verifiedAt ?? null, changed: true };
}
