import { EventEmitter } from "node:events";
import { setTimeout as after } from "node:timers/promises";
import { decryptId } from "#lib/crypto/opaque-id.ts";
import { type GatewayAnswer, generate, newDevice } from "./gateway.ts";
import { browser, completeFlow, started, tokenIn } from "./visitor.ts";

type Shop = { key: string; domain: string };

/** What is to be billed once, however often it is asked for. `retry`: its Idempotency-Key. `url`: the link, once it was answered. */
type Order = { shop: Shop; device: string; retry: string | null; url: string | null };

const CALLERS = 16;
const PERSONAS = ["adult", "seventeen", "adult", "cancel"];
/** Every so many orders that were answered, one is asked for again: perhaps of another process, or after a restart. */
const ASKED_AGAIN = 8;
const PAUSE_MS = 20;

/**
 * Two shops whose servers call without pause, and beside them one visitor of provider `s` after the other. The careful shop
 * sends an Idempotency-Key and repeats a call until it is answered; the careless shop repeats none.
 */
export function startLoad(careful: Shop, careless: Shop) {
  const heard = {
    /** Verifications of provider `b` whose link was answered. */
    accepted: new Set<string>(),
    /** Verifications of provider `s` whose visitor came home with a proof. */
    completed: new Set<string>(),
    orders: { careful: 0, careless: 0 },
    refused: 0,
    hungUp: 0,
    slowestMs: 0,
    /** What contradicts an earlier answer, or the contract. */
    wrong: new Set<string>(),
  };
  /** "accepted", "refused" and "hung up", as it happens. */
  const news = new EventEmitter();
  const toAsk: Order[] = [];

  function newOrder(): Order {
    const who = heard.orders.careful <= heard.orders.careless ? "careful" : "careless";
    heard.orders[who] += 1;
    const retry = who === "careful" ? `order ${heard.orders.careful}` : null;
    return { shop: who === "careful" ? careful : careless, device: newDevice(), retry, url: null };
  }

  async function ask(order: Order): Promise<"accepted" | "refused" | "hung up"> {
    const { shop, device, retry } = order;
    const began = performance.now();
    const headers = retry === null ? {} : { "Idempotency-Key": retry };
    const answer = await generate("b", { ...shop, device, headers }).catch(() => null);
    heard.slowestMs = Math.max(heard.slowestMs, Math.round(performance.now() - began));
    if (answer?.status === 200) {
      keep(order, answer);
      return "accepted";
    }
    if (retry !== null) toAsk.push(order);
    if (answer === null) {
      heard.hungUp += 1;
      return "hung up";
    }
    heard.refused += 1;
    const refusal = `${answer.status} ${answer.text}, Retry-After: ${answer.headers.get("retry-after")}`;
    if (refusal !== '503 {"url":null}, Retry-After: 5') heard.wrong.add(refusal);
    return "refused";
  }

  function keep(order: Order, { body }: GatewayAnswer): void {
    const { url } = body as { url: string };
    const id = decryptId("session", new URL(url).searchParams.get("session") ?? "") ?? "no session";
    const isNew = order.url === null;
    if (isNew && heard.accepted.has(id)) heard.wrong.add(`${id} was answered to two orders`);
    if (!isNew && order.url !== url) heard.wrong.add(`${order.retry} has two links`);
    heard.accepted.add(id);
    if (isNew && order.retry !== null && heard.accepted.size % ASKED_AGAIN === 0) toAsk.push({ ...order, url });
  }

  async function complete(n: number): Promise<void> {
    const persona = PERSONAS[n % PERSONAS.length] ?? "";
    const link = await started("s", careless);
    const { headers } = await completeFlow(browser(), link.url, persona);
    if (persona === "adult" && tokenIn(headers.get("location")) !== null) heard.completed.add(link.id);
  }

  return {
    heard,
    news,
    /** All callers call until `over` settles. A caller whose connection is closed stops, because the process is gone. */
    async callUntil(over: Promise<unknown>): Promise<void> {
      let isOver = false;
      const end = over.finally(() => {
        isOver = true;
      });
      const callAndCall = async () => {
        while (!isOver) {
          const outcome = await ask(toAsk.shift() ?? newOrder());
          news.emit(outcome);
          if (outcome === "hung up") return;
          if (outcome === "refused") await after(PAUSE_MS);
        }
      };
      const keepCompleting = async () => {
        for (let n = 0; !isOver; n += 1) await complete(n).catch(() => after(PAUSE_MS));
      };
      await Promise.all([end, keepCompleting(), ...Array.from({ length: CALLERS }, callAndCall)]);
    },
    /** Asks once more for what the careful shop was not answered. True: now it was. */
    async settle(): Promise<boolean> {
      const outcomes = await Promise.all(toAsk.splice(0).map(ask));
      return outcomes.every((outcome) => outcome === "accepted");
    },
  };
}
