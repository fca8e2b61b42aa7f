import { setTimeout as after } from "node:timers/promises";
import { beginCall, type Called, call, newOrder, pathIn, type Send } from "./call.ts";
import type { Shops } from "./clients.ts";
import { complete } from "./complete.ts";
import type { HistoryPersona } from "./history.rules.ts";
import type { History } from "./history.ts";
import { askSlowly } from "./slow-client.ts";

const CALLS_PER_SECOND = 200;
const SLOW_CLIENTS = 50;
const VISITORS = 2;
const PERSONAS: HistoryPersona[] = ["adult", "seventeen", "adult", "cancel"];

/**
 * 200 calls a second, whether or not the ones before are answered; 50 slow clients; and visitors. Nobody repeats a call, and every
 * second one has an `Idempotency-Key` of its own.
 */
export function startTraffic(client: Send, history: History, shops: Shops, origin: string) {
  const counts = { calls: 0, answered: 0, completions: 0, home: 0, failed: [] as string[] };
  const under = new Set<Promise<unknown>>();
  let isOver = false;

  const send: Send = async (path, sent) => {
    const note = (what: string | number) =>
      void counts.failed.push(`${sent?.method ?? "GET"} ${path.replace(/\?.*|(?<=^\/\w+\/\w+)\/.*/, "")} ${what}`);
    const answer = await client(path, sent).catch((fault: Error) => {
      note(fault.message);
      throw fault;
    });
    if (answer.status >= 500) note(answer.status);
    return answer;
  };
  const count = (called: Called) => {
    counts.calls += 1;
    if (called.ok) counts.answered += 1;
    return called;
  };
  const begin = (work: Promise<unknown>) => {
    under.add(work.finally(() => under.delete(work)));
  };

  const began = performance.now();
  let calls = 0;
  const keepRate = setInterval(() => {
    const due = ((performance.now() - began) / 1_000) * CALLS_PER_SECOND;
    for (; calls < due; calls += 1)
      begin(call(send, history, newOrder(shops.careless, "b", calls % 2 === 0)).then(count));
  }, 5);

  const callSlowly = async () => {
    while (!isOver) {
      const order = newOrder(shops.careless, "b", false);
      const { heard, lost } = beginCall(history, order);
      count(await askSlowly(origin, pathIn(order)).then(heard, lost));
    }
  };
  const keepCompleting = async (nth: number) => {
    for (let n = nth; !isOver; n += 1) {
      const called = count(await call(send, history, newOrder(shops.careful, n % 2 === 0 ? "s" : "b", false)));
      if (!called.ok) continue;
      counts.completions += 1;
      if (await complete(send, history, called.link, PERSONAS[n % PERSONAS.length] ?? "adult")) counts.home += 1;
      await after(100);
    }
  };
  for (let n = 0; n < SLOW_CLIENTS; n += 1) begin(callSlowly());
  for (let n = 0; n < VISITORS; n += 1) begin(keepCompleting(n));

  return {
    /**
     * How many calls were made and answered with a link, how many visitors came home, and which requests, whatever they were,
     * had no answer or 5xx (without those of slow clients), once all are over.
     */
    async stop() {
      isOver = true;
      clearInterval(keepRate);
      await Promise.all(under);
      return counts;
    },
  };
}
