import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../client.ts";
import { preparedStatement } from "../prepared.ts";

declare const holdsLock: unique symbol;

/**
 * A transaction that holds the lock of an organization until it ends. Only the functions of this file hand it out, so that a
 * write which needs the lock does not compile without it. The lock is the organization's row: whatever must stop admissions (a
 * revocation, a suspension, a cancelled subscription) takes it, and so does an admission (`insertVerifications`), so that
 * nothing is accepted after such a change has committed.
 */
export type LockedTransaction = Transaction & { readonly [holdsLock]: true };

/** Locks an organization and undoes decisions on its old facts that are not written yet. `null`: there is none. */
export async function lockOrganization(tx: Transaction, organizationId: string): Promise<LockedTransaction | null> {
  const rows = await tx.execute(
    sql`UPDATE organization SET facts_version = facts_version + 1 WHERE id = ${organizationId} RETURNING 1`,
  );
  return rows.length > 0 ? locked(tx) : null;
}

/** Locks an organization for a write that changes no fact of its calls, such as a bill, which may outlive it. */
export async function lockOrganizationIfAny(tx: Transaction, organizationId: string): Promise<LockedTransaction> {
  await LOCK(tx, organizationId);
  return locked(tx);
}

/** Waits until each organization's lock was free once, so that what was written under one before is committed. */
export async function awaitLockHolders(db: Database): Promise<void> {
  const held = await db.execute<{ id: string }>(sql`
    WITH free AS MATERIALIZED (SELECT id FROM organization FOR SHARE SKIP LOCKED)
    SELECT id FROM organization EXCEPT SELECT id FROM free`);
  for (const { id } of held) await db.transaction((tx) => lockOrganizationIfAny(tx, id));
}

const LOCK = preparedStatement("SELECT 1 FROM organization WHERE id = $1 FOR NO KEY UPDATE");

/** Like `lockOrganizationIfAny`, but fails when another transaction holds the lock for longer than `ms`. */
export async function lockOrganizationInTime(
  tx: Transaction,
  organizationId: string,
  ms: number,
): Promise<LockedTransaction> {
  // Sent together: a statement that the caller sends next must run after the lock, not between the two.
  const [, locked] = await Promise.all([SET_LOCK_TIMEOUT(tx, `${ms}ms`), lockOrganizationIfAny(tx, organizationId)]);
  return locked;
}

const SET_LOCK_TIMEOUT = preparedStatement("SELECT set_config('lock_timeout', $1, true)");

/** No other transaction sees the organization's row before this one commits, so none can lock it. */
export async function insertOrganization(
  tx: Transaction,
  row: { id: string; name: string },
): Promise<LockedTransaction> {
  await tx.execute(sql`INSERT INTO organization (id, name) VALUES (${row.id}, ${row.name})`);
  return locked(tx);
}

function locked(tx: Transaction): LockedTransaction {
  return tx as LockedTransaction;
}
