/** A database that neither answers nor hangs up. Whether what it was asked to do was done is not known. */
class DeadlineError extends Error {
  override name = "DeadlineError";
  readonly code = "DEADLINE";
}

/** The result of `work`, or a fault after `ms`: nobody waits for ever for an answer that may never come. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new DeadlineError(`No answer within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
