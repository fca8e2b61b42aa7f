/**
 * The connections of the hot paths are their own: pages, jobs and the other paths never wait for them, nor they for those.
 * `queue`: calls that wait for the lock of their organization. `link`: what a visitor does with a link, up to the outcome.
 */
const HOT = { start: 1, queue: 2, check: 3, link: 2 };
/** Beside `DATABASE_POOL`: to write the activity record, and to say whether the database answers. */
const ASIDE = { activity: 1, probe: 1 };
/** `boss`: the queues of the jobs. pg-boss begins transactions by itself, so it has one. */
const JOBS = { general: 2, boss: 1 };

export type PoolName = "general" | "boss" | keyof typeof HOT | keyof typeof ASIDE;
export type Pools = Record<PoolName, number>;

/** Says how many connections each kind of work may open. With those of the jobs they are `DATABASE_POOL` and two more. */
export function poolsOf(poolSize: number): Pools {
  return { general: poolSize - sum(HOT) - sum(JOBS), boss: JOBS.boss, ...HOT, ...ASIDE };
}

/** Says the same of the thread of the jobs, which alone opens `boss`. */
export function poolsOfJobs(poolSize: number): Pools {
  return { ...poolsOf(poolSize), general: JOBS.general };
}

export function maxOfProcess(poolSize: number): number {
  return poolSize + sum(ASIDE);
}

/** With as few, two transactions can still run beside the hot paths and the jobs. */
export const MIN_POOL = sum(HOT) + sum(JOBS) + 2;

function sum(pools: Record<string, number>): number {
  return Object.values(pools).reduce((all, one) => all + one, 0);
}
