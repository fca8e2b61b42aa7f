import { sql } from "drizzle-orm";
import type { Transaction } from "../client.ts";
import { organization } from "../schema/organization.ts";
import { jsonb } from "../sql.ts";

declare const holdsLock: unique symbol;

/**
 * A transaction that holds the lock of an organization until it ends. Only the functions of this file hand it out, so that a
 * write which needs the lock does not compile without it. The lock is the organization's row: whatever must stop admissions (a
 * revocation, a suspension, a cancelled subscription) takes it, and an admission takes it, so that nothing is accepted after
 * such a change has committed.
 */
export type LockedTransaction = Transaction & { readonly [holdsLock]: true };

/** `ids`: the organizations whose locks the transaction holds. */
export type LockedOrganizations = { tx: LockedTransaction; ids: ReadonlySet<string> };

/** `null`: there is no such organization. */
export async function lockOrganization(tx: Transaction, organizationId: string): Promise<LockedTransaction | null> {
  const rows = await tx.execute(sql`SELECT 1 FROM organization WHERE id = ${organizationId} FOR NO KEY UPDATE`);
  return rows.length > 0 ? locked(tx) : null;
}

/** The same for a write that outlives the organization: one that is gone has no lock, and nobody who changes it. */
export async function lockOrganizationIfAny(tx: Transaction, organizationId: string): Promise<LockedTransaction> {
  await lockOrganization(tx, organizationId);
  return locked(tx);
}

/** Like `lockOrganization`, but fails when another transaction holds the lock for longer than `ms`. */
export async function lockOrganizationInTime(
  tx: Transaction,
  organizationId: string,
  ms: number,
): Promise<LockedOrganizations> {
  // Sent together: a statement that the caller sends next must run after the lock, not between the two.
  const [, found] = await Promise.all([setLockTimeout(tx, ms), lockOrganization(tx, organizationId)]);
  return { tx: locked(tx), ids: new Set(found ? [organizationId] : []) };
}

async function setLockTimeout(tx: Transaction, ms: number): Promise<void> {
  await tx.execute(sql`SELECT set_config('lock_timeout', ${`${ms}ms`}, true)`);
}

/**
 * Locks the organizations behind these plugin keys, except those that another transaction has locked. It waits for none, so
 * that one locked organization delays no other's calls, and two batches never wait for each other.
 */
export async function lockFreeOrganizationsOf(tx: Transaction, pluginKeys: string[]): Promise<LockedOrganizations> {
  const rows = await tx.execute<{ id: string }>(sql`
    SELECT id FROM organization
    WHERE id IN (SELECT organization_id FROM plugin_key WHERE key IN (SELECT jsonb_array_elements_text(${jsonb(pluginKeys)})))
    FOR NO KEY UPDATE SKIP LOCKED
  `);
  return { tx: locked(tx), ids: new Set(rows.map(({ id }) => id)) };
}

/** No other transaction sees the organization's row before this one commits, so none can lock it. */
export async function insertOrganization(
  tx: Transaction,
  row: { id: string; name: string },
): Promise<LockedTransaction> {
  await tx.insert(organization).values(row);
  return locked(tx);
}

function locked(tx: Transaction): LockedTransaction {
  return tx as LockedTransaction;
}
