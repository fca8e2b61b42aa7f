import { sql } from "drizzle-orm";
import { vi } from "vitest";
import type { Transaction } from "#db/client.ts";

/** As soon as another transaction waits for what this one holds. */
export async function somebodyWaitsFor(tx: Transaction): Promise<void> {
  await vi.waitUntil(() => isWaitedFor(tx), { timeout: 300_000, interval: 10 });
}

export async function isWaitedFor(tx: Transaction): Promise<boolean> {
  const [row] = await tx.execute<{ waits: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))) AS waits`);
  return row?.waits === true;
}
