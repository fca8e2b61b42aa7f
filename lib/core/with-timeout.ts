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
export async function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(lateAfter(ms)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
