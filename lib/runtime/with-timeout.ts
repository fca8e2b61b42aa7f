import { paced } from "#db/paced.ts";
import { noteAnsweredIn } from "#lib/observe/request-context.ts";

export { paced };

/** The database did not answer in time. It may still do the work. */
export class DeadlineError extends Error {
  override name = "DeadlineError";
  readonly code = "DEADLINE";
}

/** Nobody is left to hear the answer, so the work was not begun. */
export class CallerGoneError extends Error {
  override name = "CallerGoneError";
  readonly code = "CALLER_GONE";
}

/** Contract §1: a shop gets 503 within 4 seconds, because it waits for 5. */
export const ANSWER_MS = paced(3_800);

/** Sets how long a visitor waits at most; the page that says so included. */
export const VISITOR_MS = paced(8_000);
/** Leaves this to write what became of it, and to draw the page. */
const RESERVED_MS = paced(1_000);

/** When a request must be answered. `remainingMs`: how long others may still take for it. */
export type Deadline = { remainingMs: () => number };

export function deadlineIn(ms: number): Deadline {
  const end = performance.now() + ms - RESERVED_MS;
  return { remainingMs: () => Math.max(0, Math.floor(end - performance.now())) };
}

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

/** The result of the work that answers a shop's call: within `ANSWER_MS`, and no batch begins it for a caller who has heard 503. */
export function answeredInTime<Result>(work: () => Promise<Result>): Promise<Result> {
  noteAnsweredIn(ANSWER_MS);
  return withTimeout(ANSWER_MS, work());
}
