import { currentRequest } from "#lib/observe/request-context.ts";

/** Bounds how long the others wait for a page that waits for the database itself, or for a slow reader. */
const MAX_TURN_MS = 250;
/** Bounds how long the next page waits after one: as long as that took, and no longer than this. */
const MAX_REST_MS = 50;

type Turns = ReturnType<typeof turnsOf>;

/**
 * Gives one turn at a time, to each group in rotation: however many of one group wait, they delay another group by one turn. A turn
 * is over when its end is called, or after `maxMs`. Then nobody gets one for as long as it took, `maxRestMs` at most.
 */
export function turnsOf({ maxMs, maxRestMs }: { maxMs: number; maxRestMs: number }) {
  const waiting = new Map<string, ((end: () => void) => void)[]>();
  let isTaken = false;

  function begin(): () => void {
    const began = performance.now();
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(limit);
      setTimeout(beginNext, Math.min(maxRestMs, performance.now() - began)).unref();
    };
    const limit = setTimeout(end, maxMs).unref();
    return end;
  }

  function beginNext(): void {
    const [next] = waiting;
    isTaken = next !== undefined;
    if (!next) return;
    const [group, [first, ...others]] = next;
    // Its next one is behind those of all other groups.
    waiting.delete(group);
    if (others.length > 0) waiting.set(group, others);
    first?.(begin());
  }

  /** Resolves when it is this one's turn, with what ends it. */
  return (group: string): Promise<() => void> => {
    if (!isTaken) {
      isTaken = true;
      return Promise.resolve(begin());
    }
    return new Promise((done) => {
      const own = waiting.get(group);
      if (own) own.push(done);
      else waiting.set(group, [done]);
    });
  };
}

const place = globalThis as { agewayPageTurns?: Turns };

function nextTurn(organizationId: string): Promise<() => void> {
  place.agewayPageTurns ??= turnsOf({ maxMs: MAX_TURN_MS, maxRestMs: MAX_REST_MS });
  return place.agewayPageTurns(organizationId);
}

/**
 * Waits until the page of this request may be drawn, and reads its figures. Two members who open page after page would otherwise
 * take a whole processor and PostgreSQL's time from calls. The turn ends with the answer; all parts of a request share its one turn.
 */
export async function awaitPageTurn(organizationId: string): Promise<void> {
  const request = currentRequest();
  if (!request) return;
  request.turn ??= nextTurn(organizationId);
  await request.turn;
}

/** Does work that is no page, such as some lines of an export, in a turn of its own. */
export async function inPageTurn<Result>(organizationId: string, work: () => Promise<Result>): Promise<Result> {
  const end = await nextTurn(organizationId);
  try {
    return await work();
  } finally {
    end();
  }
}

/** Ends the turn when the answer is sent. */
export async function endPageTurn(request: ReturnType<typeof currentRequest>): Promise<void> {
  (await request?.turn)?.();
}
