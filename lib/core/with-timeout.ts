/** The database did not answer in time. It may still do the work. */
export class DeadlineError extends Error {
  override name = "DeadlineError";
  readonly code = "DEADLINE";
}

/** Contract §1: a shop gets 503 within 4 seconds, because it waits for 5. */
export const ANSWER_MS = 3_800;

export function lateAfter(ms: number): DeadlineError {
  return new DeadlineError(`No answer within ${ms} ms`);
}

/** The result of `work`. Throws a `DeadlineError` after `ms`. */
export function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  // One promise, where a race with a second one takes twice as long.
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(lateAfter(ms)), ms);
    work.then(
      (result) => {
        clearTimeout(timer);
        done(result);
      },
      (fault) => {
        clearTimeout(timer);
        fail(fault);
      },
    );
  });
}
