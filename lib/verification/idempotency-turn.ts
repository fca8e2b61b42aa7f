/** The latest call under each Idempotency-Key of a caller that runs now. */
const running = new Map<string, Promise<unknown>>();

/**
 * Runs a call when the one before it under the same name is over, whatever became of that: a repeat that comes while the first call
 * runs waits for it, and then finds what it wrote, without the lock of the organization.
 */
export async function inTurnOfKey<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const before = running.get(name);
  const turn = before ? before.then(work) : work();
  const over = turn.then(
    () => {},
    () => {},
  );
  running.set(name, over);
  try {
    return await turn;
  } finally {
    if (running.get(name) === over) running.delete(name);
  }
}
