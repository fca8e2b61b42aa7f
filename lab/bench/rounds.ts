import type { Contender } from "./contender.ts";
import { median } from "./quantile.ts";
import { type CostedTurn, takeTurn } from "./turn.ts";
import type { BenchWorld } from "./world.ts";

/** Medians, and the turns that they are of. */
export type Row = CostedTurn &
  Pick<Contender, "name" | "path" | "connections"> & {
    rounds: CostedTurn[];
    /** Of the server, in megabytes: as it started, after some calls, after all of them. */
    residentMb?: { idle: number; before: number; after: number };
  };

export type Rounds = { rounds: number; seconds: number };

/** Long enough for the compiler of Node, and for connections and plans to be there. */
const WARM_UP_SECONDS = 2;

/**
 * Measures one contender after the other, round by round, so that a machine that gets slower slows all of them. Each round
 * begins with another one. Nothing of the first turn of each, in which it warms up, counts.
 */
export async function measureRounds(
  world: BenchWorld,
  contenders: readonly Contender[],
  { rounds, seconds }: Rounds,
  print: (line: string) => void,
): Promise<Row[]> {
  for (const { prepare, run } of contenders) {
    const short = Math.min(seconds, WARM_UP_SECONDS);
    await prepare?.(short);
    await run(short);
  }
  const all = contenders.map((): CostedTurn[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const n = (turn + round) % contenders.length;
      const contender = contenders[n];
      if (!contender) continue;
      await contender.prepare?.(seconds);
      all[n]?.push(await takeTurn(world, contender.pid, () => contender.run(seconds)));
    }
    print(`  round ${round + 1} of ${rounds}`);
  }
  return contenders.map((contender, n) => rowOf(contender, all[n] ?? []));
}

export function rowOf(
  { name, path, connections }: Pick<Contender, "name" | "path" | "connections">,
  rounds: CostedTurn[],
): Row {
  const of = (read: (turn: CostedTurn) => number) => median(rounds.map(read));
  const ofKnown = (read: (turn: CostedTurn) => number | null) => {
    const known = rounds.map(read).filter((value) => value !== null);
    return known.length > 0 ? median(known) : null;
  };
  return {
    name,
    path,
    connections,
    calls: of(({ calls }) => calls),
    rps: of(({ rps }) => rps),
    p50: of(({ p50 }) => p50),
    p95: of(({ p95 }) => p95),
    p99: of(({ p99 }) => p99),
    loadCpuMs: ofKnown(({ loadCpuMs }) => loadCpuMs),
    appUs: ofKnown(({ appUs }) => appUs),
    databaseUs: ofKnown(({ databaseUs }) => databaseUs),
    loadUs: ofKnown(({ loadUs }) => loadUs),
    walBytes: of(({ walBytes }) => walBytes),
    rounds,
  };
}
