/** A database that neither answers nor hangs up. Whether what it was asked to do was done is not known. */
export class DeadlineError extends Error {
  override name = "DeadlineError";
  readonly code = "DEADLINE";
}

/** Contract §1: a shop hears 503 within 4 seconds, for its own patience ends at 5. */
export const ANSWER_MS = 3_800;

export function lateAfter(ms: number): DeadlineError {
  return new DeadlineError(`No answer within ${ms} ms`);
}

/** The result of `work`, or a fault after `ms`: nobody waits for ever for an answer that may never come. */
export async function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(lateAfter(ms)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
