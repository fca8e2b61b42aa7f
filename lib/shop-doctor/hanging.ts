/** How long an answer that was ordered to hang gives none. No shop waits as long. */
const HANG_MS = 20_000;

/**
 * Answers that hang hold a connection each, so there are few of them: of one run, and of this process. `end`: all of them end, and
 * no further one begins, for a server that stops.
 */
export function hangingAnswers(maxOfRun: number, max: number, ms = HANG_MS) {
  const ofRun = new Map<string, number>();
  const ends = new Set<() => void>();
  let isEnding = false;
  return {
    count: () => ends.size,

    /** Until the time is over or the caller is gone; at once where there is no place. */
    async hang(run: string, isGone: AbortSignal): Promise<void> {
      const others = ofRun.get(run) ?? 0;
      if (isEnding || isGone.aborted || others >= maxOfRun || ends.size >= max) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      isGone.addEventListener("abort", () => resolve(), { once: true });
      ends.add(resolve);
      ofRun.set(run, others + 1);
      await promise;
      clearTimeout(timer);
      ends.delete(resolve);
      const left = (ofRun.get(run) ?? 1) - 1;
      if (left > 0) ofRun.set(run, left);
      else ofRun.delete(run);
    },

    end(): void {
      isEnding = true;
      for (const end of ends) end();
    },
  };
}

const hanging = hangingAnswers(4, 64);

export const hang = hanging.hang;

/** This server stops: nobody's waiting for nothing delays it. */
export const endHanging = hanging.end;
