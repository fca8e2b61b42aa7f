import { setTimeout as after } from "node:timers/promises";
import { browserOver } from "#tests/support/browser.ts";
import type { CalledLink, Send } from "./call.ts";
import type { HistoryPersona } from "./history.rules.ts";
import type { History } from "./history.ts";
import { NoAnswer } from "./http.ts";

const OUTCOMES = { adult: "verified", seventeen: "too_young", cancel: "cancelled" } as const;
/** How long a visitor, or a shop that asks about a token, tries again before giving up, and the pause before each try. */
const [PATIENCE_MS, PAUSE_MS] = [90_000, 200];
/** So many visitors of ten reload the address at which their browser showed an error. The others open the link again. */
const RELOADING = 5;

/** A visitor from the link to the shop; then the shop asks about the token. Answers whether the visitor came home. */
export async function complete(
  send: Send,
  history: History,
  link: CalledLink,
  persona: HistoryPersona,
): Promise<boolean> {
  const { verification } = link;
  const completing = history.begin({ name: "complete", verification, persona });
  const token = await comeHome(send, link.url, persona);
  if (token === null) {
    completing.unknown("gave up");
    return false;
  }
  completing.ok({ outcome: OUTCOMES[persona] });
  const ask = (once: boolean) => check(send, history, link, token, once);
  const isOnceFirst = Math.random() < 0.5;
  for (const once of [isOnceFirst, !isOnceFirst, false]) await ask(once);
  return true;
}

/** The token; `null`: the visitor gave up. */
async function comeHome(send: Send, url: string, persona: HistoryPersona): Promise<string | null> {
  const browser = browserOver((path, sent) => send(path, sent));
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const token = await tryOnce(browser, url, persona).catch((fault: unknown) => {
      // Where the eID does not answer, `fetch` throws one of the latter two.
      if ([NoAnswer, TypeError, DOMException].some((kind) => fault instanceof kind)) return null;
      throw fault;
    });
    if (token !== null) return token;
    await after(PAUSE_MS);
  }
  return null;
}

type Browser = ReturnType<typeof browserOver<Awaited<ReturnType<Send>>>>;

/** Does what the link's page offers, as the persona would. `null`: that led nowhere yet. */
async function tryOnce(browser: Browser, url: string, persona: HistoryPersona): Promise<string | null> {
  const page = await browser.go(url);
  if (page.status === 303) return tokenIn(page.headers);
  const leave = async () => tokenIn((await browser.go(`${url}&do=leave`, "POST")).headers);
  if (!page.text.includes("do=confirm")) return page.text.includes("do=leave") ? leave() : null;
  const posted = await browser.go(`${url}&do=confirm`, "POST");
  const eid = posted.headers.get("location") ?? "";
  if (posted.status !== 303 || eid.startsWith(String(process.env.BASE_URL))) return null;
  const callback = await browser.choose(eid, persona);
  const back = await browser.go(callback).catch(async (fault: unknown) => {
    if (Math.random() * 10 >= RELOADING) throw fault;
    await after(PAUSE_MS);
    return browser.go(callback);
  });
  const token = tokenIn(back.headers);
  return token === null && persona === "cancel" && new URL(callback).searchParams.has("error") ? leave() : token;
}

function tokenIn(headers: Headers): string | null {
  const location = headers.get("location");
  return location === null ? null : (URL.parse(location)?.searchParams.get("token_age_verified") ?? null);
}

/** Repeated until it is answered, as shops do; each repeat is a question of its own. */
async function check(send: Send, history: History, { order, verification }: CalledLink, token: string, once: boolean) {
  const path = `/api/auth_check/${token}/${order.device}?plugin_key=${order.shop.key}${once ? "&once=1" : ""}`;
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const asked = history.begin({ name: "check", verification, once });
    const answer = await send(path).catch((fault: unknown) => {
      if (!(fault instanceof NoAnswer)) throw fault;
      if (fault.wasSent) asked.unknown(fault.message);
      else asked.fail(fault.message);
      return null;
    });
    if (answer?.status === 200 || answer?.status === 404)
      return asked.ok({ verified: JSON.parse(answer.text).verified === true });
    if (answer) asked.unknown(String(answer.status));
    await after(PAUSE_MS);
  }
}
