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
 * How much garbage that is no longer young a worker may have, in percent of what lives in it. By default V8 looks through all of
 * the living whenever 25 MB have grown by 8; in a run of token checks that was after every 9,000, and each call paid for it.
 */
const GARBAGE_PERCENT = 200;

/**
 * The flags of Node that a worker gets, of those of the process that starts it. A call leaves 23 KB of garbage: in the 2 MB of
 * `scripts/heap.mjs` V8 would look through the living after every 60 calls, and a call waits for the slowest of the threads that do it.
 */
export function flagsOfWorker(flags: readonly string[]): string[] {
  const own = flags.filter((flag) => !flag.startsWith("--max-semi-space-size="));
  return [...own, `--heap-growing-percent=${GARBAGE_PERCENT}`];
}
