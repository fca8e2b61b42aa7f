/**
 * Lets at most `through` run at a time and `waiting` wait for that; `null`: too many do already. What waits for a stranger
 * while it holds a connection of the pool must not take them all.
 */
export function concurrencyLimit(through: number, waiting: number) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async <Result>(run: () => Promise<Result>): Promise<Result | null> => {
    if (running < through) running += 1;
    else if (queue.length < waiting) await new Promise<void>((go) => queue.push(go));
    else return null;
    try {
      return await run();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
