/** Sets how long a run may wait for the job, and how long the job may take: a walk ends after a minute. */
export const RUN_TIMES = { waitMs: 5 * 60_000, examineMs: 90_000 };

/** Limits one organization. */
export const MAX_RUNS_AN_HOUR = 12;

export type RunMoments = {
  askedAt: Date | null;
  startedAt: Date | null;
  endedAt: Date | null;
  obstacle: string | null;
};

/**
 * ```
 * draft ──ask──▶ waiting ──job──▶ running ──▶ reported, or hindered: the shop could not be walked
 *                   └ 5 min ▶ missed  └ 90 s ▶ stopped
 * ```
 */
export type RunState = "draft" | "waiting" | "missed" | "running" | "stopped" | "reported" | "hindered";

/** Derives the state: a job that was killed writes nothing, and its run must not be "running" for ever. */
export function runStateOf({ askedAt, startedAt, endedAt, obstacle }: RunMoments, now: Date): RunState {
  if (endedAt !== null) return obstacle === null ? "reported" : "hindered";
  if (startedAt !== null) return +now - +startedAt < RUN_TIMES.examineMs ? "running" : "stopped";
  if (askedAt !== null) return +now - +askedAt < RUN_TIMES.waitMs ? "waiting" : "missed";
  return "draft";
}

export function isUnderWay(state: RunState): boolean {
  return state === "waiting" || state === "running";
}
