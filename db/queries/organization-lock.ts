import { sql } from "drizzle-orm";
import type { Transaction } from "../client.ts";
import { jsonb } from "../sql.ts";

/**
 * Takes the gate of every organization behind these plugin keys that nobody holds just now, and says of which. It waits for
 * none, so that one organization's held gate delays no other's calls, and two batches never wait for each other. Whatever must
 * stop admissions (a revocation, a suspension, a cancelled subscription) takes the same gate, so nothing is accepted after
 * such a change has committed.
 */
export async function lockFreeOrganizationsOf(tx: Transaction, pluginKeys: string[]): Promise<Set<string>> {
  const rows = await tx.execute<{ id: string }>(sql`
    SELECT id FROM organization
    WHERE id IN (SELECT organization_id FROM plugin_key WHERE key IN (SELECT jsonb_array_elements_text(${jsonb(pluginKeys)})))
    FOR NO KEY UPDATE SKIP LOCKED
  `);
  return new Set(rows.map(({ id }) => id));
}

/** The same for one organization: waits for whoever holds its gate, and fails after so long. */
export async function lockOrganizationWithin(
  tx: Transaction,
  organizationId: string,
  milliseconds: number,
): Promise<Set<string>> {
  // Sent in the same breath: what the caller sends next must run after the lock, not between the two.
  const [, isThere] = await Promise.all([setLockTimeout(tx, milliseconds), lockOrganization(tx, organizationId)]);
  return new Set(isThere ? [organizationId] : []);
}

async function setLockTimeout(tx: Transaction, milliseconds: number): Promise<void> {
  await tx.execute(sql`SELECT set_config('lock_timeout', ${`${milliseconds}ms`}, true)`);
}

/** False: there is none. */
export async function lockOrganization(tx: Transaction, organizationId: string): Promise<boolean> {
  const rows = await tx.execute(sql`SELECT 1 FROM organization WHERE id = ${organizationId} FOR NO KEY UPDATE`);
  return rows.length > 0;
}
