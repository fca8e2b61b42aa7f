import { EventEmitter } from "node:events";
import { setTimeout as after } from "node:timers/promises";
import { type CallingShop, call, newOrder, type Order, type Send } from "./call.ts";
import { complete } from "./complete.ts";
import type { HistoryPersona } from "./history.rules.ts";
import type { History } from "./history.ts";

/** `careful`: repeats a call until it is answered. `capped`: may spend so much. `unverified`: is always refused. */
export type Shops = Record<"careful" | "careless" | "capped" | "unverified", CallingShop>;

const CALLERS: (keyof Shops)[] = [
  "careful",
  "careful",
  "careful",
  "careless",
  "careless",
  "careless",
  "capped",
  "unverified",
];
const VISITORS = 4;
const PERSONAS: HistoryPersona[] = ["adult", "seventeen", "adult", "cancel"];
/** Between two calls of one caller, so that a run of many minutes fits in memory; and while nobody answers. */
const PAUSE_MS = { answered: 10, unanswered: 20 };
/** Every so many orders of the careful shop that were answered, one is sent again. */
const SENT_AGAIN = 8;

/** Shops whose servers call, and visitors who come to their tokens, until `stop`. They go on while nobody answers. */
export function startClients(send: Send, history: History, shops: Shops) {
  /** "accepted" and "unanswered", as it happens. */
  const news = new EventEmitter().setMaxListeners(0);
  let isOver = false;
  let accepted = 0;
  let [proofs, lost] = [0, 0];

  const ask = async (order: Order) => {
    const called = await call(send, history, order);
    if (called.ok) accepted += 1;
    if (called.ok || called.repeat) news.emit(called.ok ? "accepted" : "unanswered");
    return called;
  };

  /** An order without a key is sent once. */
  const order = async (shop: CallingShop, provider: "s" | "b", isRepeatable: boolean) => {
    const placed = newOrder(shop, provider, isRepeatable);
    for (;;) {
      const called = await ask(placed);
      if (called.ok) {
        if (isRepeatable && accepted % SENT_AGAIN === 0) await ask(placed);
        return called.link;
      }
      if (!isRepeatable || !called.repeat) return null;
      await after(PAUSE_MS.unanswered);
    }
  };

  const callAndCall = async (name: keyof Shops) => {
    while (!isOver) {
      const link = await order(shops[name], "b", name === "careful");
      await after(PAUSE_MS[link ? "answered" : "unanswered"]);
    }
  };

  const keepCompleting = async (nth: number) => {
    for (let n = nth; !isOver; n += 1) {
      const shop = n % 5 === 0 ? shops.capped : shops.careful;
      const link = await order(shop, n % 2 === 0 ? "s" : "b", n % 3 > 0);
      if (link === null) await after(PAUSE_MS.unanswered);
      else if (await complete(send, history, link, PERSONAS[n % PERSONAS.length] ?? "adult")) proofs += 1;
      else lost += 1;
    }
  };

  const ended = Promise.all([
    ...CALLERS.map(callAndCall),
    ...Array.from({ length: VISITORS }, (_, nth) => keepCompleting(nth)),
  ]);
  // The caller that waits for news hears of a fault of ours, too.
  ended.catch((fault: unknown) => news.emit("error", fault));
  return {
    news,
    /** `proofs`: visitors who came home. `lost`: who gave up. */
    counts: () => ({ accepted, proofs, lost }),
    /** Every order that is repeated is answered before this ends, and every visitor comes home: somebody must serve. */
    async stop(): Promise<void> {
      isOver = true;
      await ended;
    },
  };
}
