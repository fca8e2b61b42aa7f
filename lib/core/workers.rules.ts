/** How many connections the database lets us open, and what of it we leave to others: the command, a backup, `psql`. */
const OURS = 0.8;
const CORES_OF_A_WORKER = 4;
/** pg-boss has a pool of its own. */
const OF_JOBS = 2;

type Machine = { cores: number; poolSize: number; hotConnections: number; maxConnections: number };

/**
 * The number of workers where `WORKERS` is not set: one for every four cores, as far as the database's connections go. More
 * of them make smaller batches, which cost both sides more (`npm run bench -- workers`). The pages and the jobs may open a pool each, every worker its share of one and `hotConnections`.
 */
export function defaultWorkers({ cores, poolSize, hotConnections, maxConnections }: Machine): number {
  const ours = maxConnections * OURS - 2 * poolSize - OF_JOBS;
  const fits = (workers: number) => workers * (poolOfWorker(poolSize, workers) + hotConnections) <= ours;
  let workers = Math.max(1, Math.floor(cores / CORES_OF_A_WORKER));
  while (workers > 1 && !fits(workers)) workers -= 1;
  return workers;
}

/** The general connections of one worker of so many. With one, a transaction that waits would stop everything else. */
export function poolOfWorker(poolSize: number, workers: number): number {
  return Math.max(2, Math.ceil(poolSize / workers));
}
