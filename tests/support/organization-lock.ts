import { sql } from "drizzle-orm";
import { vi } from "vitest";
import { connect, type Transaction } from "#db/client.ts";
import { lockOrganization } from "#db/queries/organization-lock.ts";
import { config } from "#lib/runtime/config.ts";

/** Holds the locks of these organizations from another connection while something is done. */
export async function holdingOrganizations<Result>(
  organizations: readonly { id: string }[],
  run: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const other = connect(config().databaseAddress, { max: 1 });
  try {
    return await other.transaction(async (tx) => {
      for (const { id } of organizations) await lockOrganization(tx, id);
      return run(tx);
    });
  } finally {
    await other.$client.end({ timeout: 5 });
  }
}

/** As soon as another transaction waits for what this one holds. */
export async function somebodyWaitsFor(tx: Transaction): Promise<void> {
  await vi.waitUntil(() => isWaitedFor(tx), { timeout: 300_000, interval: 10 });
}

export async function isWaitedFor(tx: Transaction): Promise<boolean> {
  const [row] = await tx.execute<{ waits: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))) AS waits`);
  return row?.waits === true;
}
