import { expect, test } from "vitest";
import { countingOf, planBoughtOf, statusOf } from "#lib/billing/stripe/subscription.rules.ts";

const snapshot = (id: string, status: string, created: number) => ({ id, status, created });
const [OLD, NEW, DEAD, STILLBORN] = [
  snapshot("old", "active", 1),
  snapshot("new", "past_due", 2),
  snapshot("dead", "canceled", 3),
  snapshot("stillborn", "incomplete_expired", 4),
];

test.for([
  ["nothing", [], null, undefined, 0],
  ["one that lives", [OLD], null, "old", 0],
  ["two that live, none followed", [OLD, NEW], null, "new", 1],
  ["two that live, the older followed", [OLD, NEW], "old", "old", 1],
  ["one that lives, beside the followed one that ended", [OLD, DEAD], "dead", "old", 0],
  ["only the followed one, which ended", [DEAD], "dead", "dead", 0],
  ["only one that ended and was never followed", [DEAD], null, undefined, 0],
  ["one that never came about", [STILLBORN], null, undefined, 0],
  ["one that Stripe has a new word for", [snapshot("odd", "dreaming", 5)], null, undefined, 0],
] as const)("of %s", ([, all, followed, counts, others]) => {
  const { counting, others: rest } = countingOf(all, followed);
  expect([counting?.id, rest.length]).toEqual([counts, others]);
});

test("a word of Stripe's that is none of ours says nothing, not even one that every object has", () => {
  expect(["unpaid", "dreaming", "toString"].map((status) => statusOf({ status }))).toEqual(["past_due", null, null]);
});

const PLANS = [
  { id: "small", stripePrices: ["fee_small", "usage"] },
  { id: "large", stripePrices: ["usage", "fee_large"] },
  { id: "twin", stripePrices: ["usage", "fee_large"] },
];

test.for([
  ["its prices, in any order", ["usage", "fee_small"], "large", "small"],
  ["the note, where two have the same prices", ["usage", "fee_large"], "twin", "twin"],
  ["the first of them, without a note", ["usage", "fee_large"], undefined, "large"],
  ["the note, where its prices are others by now", ["fee_of_last_year"], "small", "small"],
  ["nothing, where there is neither", ["fee_of_last_year"], undefined, undefined],
  ["not half of its prices", ["usage"], undefined, undefined],
] as const)("a plan is known by %s", ([, prices, noted, plan]) => {
  expect(planBoughtOf(PLANS, prices, noted)?.id).toBe(plan);
});
