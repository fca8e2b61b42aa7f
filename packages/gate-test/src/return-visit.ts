import { holdsToken } from "./attempts.ts";
import { shows } from "./page.rules.ts";
import type { Answer, Shop } from "./shop.ts";
import type { Visit, Visitor } from "./visitor.ts";

/** What a visitor saw who came back with a token. `shown`: the answer with the protected text. `home`: the return itself. */
export type ReturnVisit = { shown: Answer | null; home: Visit; saw: string };

/** Opens the return URL, and then the protected page if that did not lead there. */
export async function visitReturnUrl(
  visitor: Visitor,
  { shop, protects }: { shop: Shop; protects: string },
  url: string,
  patienceMs?: number,
): Promise<ReturnVisit> {
  const opened = patienceMs === undefined ? {} : { patienceMs };
  const home = await visitor.open(url, { isFromOutside: true, ...opened });
  const shownAtOnce = shownIn(home, protects);
  if (shownAtOnce || home.answers.some((answer) => isPage(answer, shop.url)))
    return { shown: shownAtOnce, home, saw: ending(home) };
  const page = await visitor.open(shop.url, opened);
  return { shown: shownIn(page, protects), home, saw: ending(page) };
}

export function shownIn({ answers }: Visit, protects: string): Answer | null {
  return answers.find(({ text }) => shows(text, protects)) ?? null;
}

/** Is this an answer to the page's own address? One with a token may be about the token only. */
function isPage({ url, status }: Answer, page: string): boolean {
  if (status === 0 || holdsToken(url)) return false;
  const [at, wanted] = [new URL(url), new URL(page)];
  return at.pathname === wanted.pathname && (wanted.search === "" || at.search === wanted.search);
}

/** How a visit ended, as the end of a sentence. */
export function ending({ answers, place, url }: Visit): string {
  const last = answers.at(-1);
  if (place === "run") return "the shop starts a check";
  if (place === "elsewhere") return `the shop leads to ${new URL(url).origin}, where the gate test does not go`;
  if (last?.flaw) return last.flaw;
  return `the shop answers ${last?.status ?? "nothing"}`;
}

/** The last answer of a visit that was one. */
export function answerOf({ answers }: Visit): Answer | null {
  return answers.findLast(({ status }) => status !== 0) ?? null;
}
