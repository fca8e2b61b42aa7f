import { usageOf } from "#tests/support/cpu.ts";
import type { Loaded } from "./load.ts";
import type { BenchWorld } from "./world.ts";

/** `rps`: calls a second. `p50` to `p99`: in milliseconds. `loadCpuMs`: of what made the calls; `null`: not known. */
export type Turn = { calls: number; rps: number; p50: number; p95: number; p99: number; loadCpuMs: number | null };

/** A call's CPU in microseconds, of the server, the database and the load; `null`: not known here, or there is no server. */
type Costs = { appUs: number | null; databaseUs: number | null; loadUs: number | null; walBytes: number };

export type CostedTurn = Turn & Costs;

export function turnOf({ calls, seconds, p50, p95, p99, cpuMs }: Loaded): Turn {
  return { calls, rps: calls / seconds, p50, p95, p99, loadCpuMs: cpuMs };
}

/** Does the work, and charges to its calls what server and database used meanwhile, background included. */
export async function takeTurn(world: BenchWorld, pid: number | null, work: () => Promise<Turn>): Promise<CostedTurn> {
  const before = [pid && usageOf(pid), usageOf(world.pid), await walPosition(world)] as const;
  const measured = await work();
  const after = [pid && usageOf(pid), usageOf(world.pid), await walPosition(world)] as const;
  const each = (ms: number | null) => ms && (ms * 1_000) / measured.calls;
  return {
    ...measured,
    appUs: each(after[0] && before[0] && after[0].cpuMs - before[0].cpuMs),
    databaseUs: each(after[1] && before[1] && after[1].cpuMs - before[1].cpuMs),
    loadUs: each(measured.loadCpuMs),
    walBytes: (after[2] - before[2]) / measured.calls,
  };
}

async function walPosition({ owner }: BenchWorld): Promise<number> {
  const [row] = await owner.execute<{ bytes: string }>(
    "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS bytes",
  );
  return Number(row?.bytes);
}
