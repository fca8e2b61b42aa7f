import { maxOfProcess, processesOf } from "./pools.rules.ts";

/** How many connections the database lets us open, and what of it we leave to others: the command, a backup, `psql`. */
const OURS = 0.8;
const CORES_OF_A_WORKER = 4;

type Machine = { cores: number; poolSize: number; maxConnections: number };

/**
 * The number of workers where `WORKERS` is not set: one for every four cores, as far as the database's connections go. More
 * of them make smaller batches, which cost both sides more (`npm run bench -- workers`).
 */
export function defaultWorkers({ cores, poolSize, maxConnections }: Machine): number {
  const fits = (workers: number) => processesOf(workers) * maxOfProcess(poolSize) <= maxConnections * OURS;
  let workers = Math.max(1, Math.floor(cores / CORES_OF_A_WORKER));
  while (workers > 1 && !fits(workers)) workers -= 1;
  return workers;
}

/**
 * How much garbage a process may have, beside what `scripts/heap.mjs` says of all. A call leaves 23 KB that is young, so a worker has
 * two times 16 MB for that: in two times 2, V8 collected after every 60 calls, and V8's own two times 64 stay resident. Of what is no
 * longer young, in percent of what lives, V8 by default allows a worker a third, and collected after every 9,000 token checks;
 * and the process of the pages, where 90 MB live, two thirds.
 */
const GARBAGE = {
  worker: { "--max-semi-space-size": 16, "--heap-growing-percent": 100 },
  pages: { "--heap-growing-percent": 30 },
};

/** The flags of Node that a process gets, of those of the process that starts it. `options`: `NODE_OPTIONS`, which hold. */
export function flagsOf(role: keyof typeof GARBAGE, flags: readonly string[], options = ""): string[] {
  const isOperators = (name: string) => options.replaceAll("_", "-").includes(name);
  const own = Object.entries(GARBAGE[role]).filter(([name]) => !isOperators(name));
  const others = flags.filter((flag) => !own.some(([name]) => flag.startsWith(`${name}=`)));
  return [...others, ...own.map(([name, value]) => `${name}=${value}`)];
}
