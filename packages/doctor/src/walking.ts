import type { Order } from "./cases.rules.ts";
import { newlySeen, type Seen } from "./findings.ts";
import { ending, shownIn } from "./look.ts";
import { type Begun, type Concluded, conclude, enter } from "./run.ts";
import { type Shop, Stuck } from "./shop.ts";
import { type Visit, Visitor } from "./visitor.ts";
import type { Options } from "./walk.ts";

/** How a case ended. */
export type Judged = { passed: boolean; saw: string };

/** A walk under way. */
export type Walking = {
  shop: Shop;
  protects: string;
  keepsAnswer: boolean;
  seen: Seen;
  /** Those of `EXTRAS` for which the shop's requests suffice. */
  extras: ReadonlySet<unknown>;
  newVisitor(): Visitor;
  begin(visitor: Visitor): Promise<Begun>;
  conclude(visitor: Visitor, begun: Begun, order: Order): Promise<Concluded>;
};

export function walkOf(shop: Shop, { protects, secret, keepsAnswer = false }: Options): Walking {
  const seen = newlySeen();
  return {
    shop,
    protects,
    keepsAnswer,
    seen,
    extras: new Set(),
    newVisitor: () => new Visitor(shop),
    async begin(visitor) {
      const visit = await visitor.begin();
      if (visit.place !== "run") throw new Stuck(noStart(shop, visit, protects));
      return enter(shop, visit.url);
    },
    async conclude(visitor, begun, order) {
      const concluded = await conclude(shop, secret, begun, order);
      seen.devices.push({ visitor, device: concluded.device });
      return concluded;
    },
  };
}

function noStart({ url, address, start }: Shop, visit: Visit, protects: string): string {
  const last = visit.answers.at(-1);
  const pointAt = `Point the shop's base address of Ageway at ${address}`;
  if (visit.place === "elsewhere" && isOfAgeway(visit.url))
    return `The start leads to ${new URL(visit.url).origin}. ${pointAt}`;
  if (visit.place === "elsewhere")
    return `${last?.url ?? url} leads to ${new URL(visit.url).origin}, where the doctor does not go. Give it that address, or, if a check should start there: ${pointAt}`;
  if (last?.flaw) return `The walk cannot begin at ${last.url}: ${last.flaw}.`;
  if (shownIn(visit, protects))
    return `“${protects}” is on the page before any check, and nothing there starts one. Name a text that only admitted visitors see.`;
  if (last && last.status >= 400) return `No check can be started at ${last.url}, which answers ${last.status}.`;
  if (start === undefined)
    return `${url} does not lead to a check. Name the link or form that starts one by a CSS selector.`;
  return `No link or form at ${last?.url ?? url} matches “${start}” and leads to a check (${ending(visit)}).`;
}

function isOfAgeway(url: string): boolean {
  return /\/(?:api\/url_generator|verify)(?:_|\/)[sb]\b/.test(new URL(url).pathname);
}
