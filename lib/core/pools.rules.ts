/**
 * What a process does. `single`: everything. Of several, `first` starts the others and runs the jobs, `worker` answers calls and
 * visitors, `pages` draws the dashboard. `command`: the operator's command, and tests.
 */
export const PROCESSES = ["single", "first", "worker", "pages", "command"] as const;
export type Process = (typeof PROCESSES)[number];

/**
 * The connections of the hot paths are their own: pages, jobs and the other paths never wait for them, nor they for those.
 * `queue`: calls that wait for the lock of their organization. `link`: what a visitor does with a link, up to the outcome.
 */
const HOT = { start: 1, queue: 2, check: 3, link: 2 };
/** Beside `DATABASE_POOL`: to write the activity record, and to say whether the database answers. */
const ASIDE = { activity: 1, probe: 1 };
/** `boss`: the queues of the jobs. pg-boss begins transactions by itself, so it has one. */
const JOBS = { general: 2, boss: 1 };
/** PostgreSQL works on as many statements of pages at once: each further one would take a processor from calls. */
const PAGES = 4;

export type PoolName = "general" | "boss" | keyof typeof HOT | keyof typeof ASIDE;
export type Pools = Record<PoolName, number>;

/** How many connections each kind of work may open; all together `DATABASE_POOL` and two more. */
export function poolsOf(role: Process, poolSize: number): Pools {
  const hot = sum(HOT);
  const general = {
    // Reads the figures for `/metrics`, beside the jobs.
    first: 2,
    worker: poolSize - hot,
    pages: Math.min(PAGES, poolSize),
    single: poolSize - hot - sum(JOBS),
    command: poolSize - hot - sum(JOBS),
  };
  return { general: general[role], boss: JOBS.boss, ...HOT, ...ASIDE };
}

/** Those of the thread of the jobs, which alone opens `boss`. */
export function poolsOfJobs(role: Process, poolSize: number): Pools {
  const general = role === "first" ? poolSize - poolsOf("first", poolSize).general - JOBS.boss : JOBS.general;
  return { ...poolsOf(role, poolSize), general };
}

/** How many connections a process may open. */
export function maxOfProcess(poolSize: number): number {
  return poolSize + sum(ASIDE);
}

/** How many processes run where so many answer calls. */
export function processesOf(workers: number): number {
  return workers === 0 ? 1 : workers + 2;
}

/** With as few, two transactions can still run beside the hot paths and the jobs. */
export const MIN_POOL = sum(HOT) + sum(JOBS) + 2;

function sum(pools: Record<string, number>): number {
  return Object.values(pools).reduce((all, one) => all + one, 0);
}
