import type { GatewayAnswer } from "./gateway.ts";

/** So many calls of each kind say what the slowest of a hundred take. */
const HONEST = 400;
/** What opens connections, and reads a key for the first time, is not counted. */
const WARM_UP = 50;

/** `n`: of the calls of its kind, from 1. */
type Call = (n: number) => Promise<GatewayAnswer>;
type Stranger = { isDone: () => boolean; end: () => Promise<unknown> };

/**
 * Makes the calls of a shop one after the other: before, while, and after a stranger does something. `refused`: what they were
 * answered that is not 200. `slower`: p99 beside the stranger, by the p99 before and after. `begin` hears the number of the last call.
 */
export async function beset(calls: readonly Call[], begin: (n: number) => Stranger | Promise<Stranger>) {
  let n = 0;
  const measured = async (until: (rounds: number) => boolean) => {
    const all = [];
    for (let rounds = 0; !until(rounds); rounds += 1) {
      n += 1;
      for (const call of calls) all.push(await timed(() => call(n)));
    }
    return all;
  };
  await measured((rounds) => rounds === WARM_UP);
  const quiet = await measured((rounds) => rounds === HONEST);
  const { isDone, end } = await begin(n);
  const beside = await measured((rounds) => rounds >= HONEST && isDone()).finally(end);
  quiet.push(...(await measured((rounds) => rounds === HONEST)));
  const figures = `p99 quiet ${p99(quiet).toFixed(1)} ms, beset ${p99(beside).toFixed(1)} ms of ${beside.length} calls`;
  console.info(figures);
  const refused = [...quiet, ...beside].filter(({ status }) => status !== 200).map(({ status }) => status);
  return { refused, slower: p99(beside) / p99(quiet) };
}

async function timed(call: () => Promise<GatewayAnswer>) {
  const began = performance.now();
  const status = await call().then(
    (answer) => answer.status,
    (fault: NodeJS.ErrnoException) => fault.code ?? fault.name,
  );
  return { status, ms: performance.now() - began };
}

function p99(all: readonly { ms: number }[]): number {
  return all.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(all.length * 0.99)] ?? 0;
}
