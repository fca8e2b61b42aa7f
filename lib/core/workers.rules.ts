/** How many connections the database lets us open, and what of it we leave to others: the command, a backup, `psql`. */
const OURS = 0.8;
/** pg-boss has a pool of its own. */
const OF_JOBS = 2;

type Machine = { cores: number; poolSize: number; hotConnections: number; maxConnections: number };

/**
 * The number of workers where `WORKERS` is not set: one for each core, as far as the database's connections go. The pages and the
 * jobs may open a pool each, every worker its share of one and `hotConnections`.
 */
export function defaultWorkers({ cores, poolSize, hotConnections, maxConnections }: Machine): number {
  const ours = maxConnections * OURS - 2 * poolSize - OF_JOBS;
  const fits = (workers: number) => workers * (poolOfWorker(poolSize, workers) + hotConnections) <= ours;
  let workers = cores;
  while (workers > 1 && !fits(workers)) workers -= 1;
  return workers;
}

/** The general connections of one worker of so many. With one, a transaction that waits would stop everything else. */
export function poolOfWorker(poolSize: number, workers: number): number {
  return Math.max(2, Math.ceil(poolSize / workers));
}
