import { type Evidence, noEvidence } from "./findings.ts";
import { MAX_HTML } from "./html.rules.ts";
import { ending, shownIn } from "./return-visit.ts";
import { type Begun, type Concluded, conclude, enter, type Ordered } from "./run.ts";
import { Open, type Shop, Stuck } from "./shop.ts";
import { type Visit, Visitor } from "./visitor.ts";

/** How a case ended. */
export type Judged = { passed: boolean; saw: string };

/** A walk under way. */
export type Walking = {
  shop: Shop;
  protects: string;
  keepsAnswer: boolean;
  evidence: Evidence;
  /** Those of `EXTRAS` for which the shop's requests suffice. */
  extras: ReadonlySet<unknown>;
  newVisitor(): Visitor;
  begin(visitor: Visitor): Promise<Begun>;
  conclude(visitor: Visitor, begun: Begun, ordered: Ordered): Promise<Concluded>;
};

type Given = { protects: string; secret: string; keepsAnswer?: boolean };

export function walkOf(shop: Shop, { protects, secret, keepsAnswer = false }: Given): Walking {
  const evidence = noEvidence();
  return {
    shop,
    protects,
    keepsAnswer,
    evidence,
    extras: new Set(),
    newVisitor: () => new Visitor(shop),
    async begin(visitor) {
      const visit = await visitor.begin();
      if (shownIn(visit, protects)) throw new Open(OPEN);
      if (visit.place !== "run") throw new Stuck(noStart(shop, visit));
      return enter(shop, visit.url);
    },
    async conclude(visitor, begun, ordered) {
      const concluded = await conclude(shop, secret, begun, ordered);
      evidence.devices.push({ visitor, device: concluded.device });
      return concluded;
    },
  };
}

/** As the end of a sentence. */
export const OPEN = "the page is open without a check, and the gate test presses nothing on an open page";

function noStart({ url, address, start }: Shop, visit: Visit): string {
  const last = visit.answers.at(-1);
  const pointAt = `Point the shop's base address of Ageway at ${address}`;
  if (visit.place === "elsewhere" && isOfAgeway(visit.url))
    return `The start leads to ${new URL(visit.url).origin}. ${pointAt}`;
  if (visit.place === "elsewhere")
    return `${last?.url ?? url} leads to ${new URL(visit.url).origin}, where the gate test does not go. Give it that address, or, if a check should start there: ${pointAt}`;
  if (last?.flaw) return `The run cannot begin at ${last.url}: ${last.flaw}.`;
  if (last && last.status >= 400) return `No check can be started at ${last.url}, which answers ${last.status}.`;
  if (start === undefined)
    return `${url} does not lead to a check. Name the link or form that starts one by a selector.`;
  const isLong = (last?.text.length ?? 0) > MAX_HTML;
  const read = isLong ? ` The first ${MAX_HTML / 1_024} KB of the page were read.` : "";
  return `No link or form at ${last?.url ?? url} matches “${start}” and leads to a check (${ending(visit)}).${read}`;
}

function isOfAgeway(url: string): boolean {
  return /\/(?:api\/url_generator|verify)(?:_|\/)[sb]\b/.test(new URL(url).pathname);
}
