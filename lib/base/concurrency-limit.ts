import pLimit from "p-limit";

/**
 * Runs at most `running` at a time and lets `waiting` more wait, first come, first served. Answers `null` where the queue is
 * full: work that waits for a stranger while it holds a connection must not take the whole pool or fill the memory.
 */
export function concurrencyLimit(running: number, waiting: number) {
  const limit = pLimit(running);
  return async <Result>(run: () => Promise<Result>): Promise<Result | null> => {
    const isFull = limit.activeCount >= running && limit.pendingCount >= waiting;
    return isFull ? null : limit(run);
  };
}
