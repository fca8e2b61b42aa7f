import { expect, test } from "vitest";
import { violationsOf } from "#tests/faults/explain.rules.ts";
import type { HistoryLine, HistoryOperation, OperationResult, StoredFacts } from "#tests/faults/history.rules.ts";

const SHOP = "shop";
const call = (provider: "s" | "b", device: string, order: string | null = null) =>
  ({ name: "generate", provider, organization: SHOP, device, order }) as const;
const complete = (verification: string, persona: "adult" | "seventeen" = "adult") =>
  ({ name: "complete", verification, persona }) as const;
const check = (verification: string, once = false) => ({ name: "check", verification, once }) as const;

type End = OperationResult | "fail" | "unknown" | "never";

/** Each operation ends before the next begins. */
function historyOf(...operations: [HistoryOperation, End][]): HistoryLine[] {
  return operations.flatMap(([operation, end], n): HistoryLine[] => {
    const [began, ended] = [
      { n, at: 2 * n },
      { n, at: 2 * n + 1 },
    ];
    const begin = { ...began, phase: "invoke", operation } as const;
    if (end === "never") return [begin];
    return [
      begin,
      typeof end === "string" ? { ...ended, phase: end, why: "" } : { ...ended, phase: "ok", result: end },
    ];
  });
}

const row = (id: string, device: string, more: Partial<StoredFacts["verifications"][number]> = {}) => ({
  id,
  organization: SHOP,
  provider: "b" as const,
  device,
  outcome: null,
  isRedeemed: false,
  isReserved: false,
  ...more,
});
const event = (verification: string, priceMinor = 12) => ({ verification, organization: SHOP, priceMinor });
const usage = (events: number, spentMinor: number, reservations = 0) => [
  { organization: SHOP, events, spentMinor, reservations },
];

const verified = { provider: "s", outcome: "verified", isRedeemed: true, isReserved: true } as const;
/** A call of `b`, one that is repeated, one refused, one of `s` whose visitor comes home, and a visitor who is too young. */
const HISTORY: [HistoryOperation, End][] = [
  [call("b", "d1"), { verification: "b1" }],
  [call("b", "d2", "order"), "unknown"],
  [call("b", "d2", "order"), { verification: "b2" }],
  [call("b", "d3"), "fail"],
  [call("b", "d4"), "unknown"],
  [call("s", "d5"), { verification: "s1" }],
  [complete("s1"), { outcome: "verified" }],
  [check("s1"), { verified: true }],
  [check("s1", true), { verified: false }],
  [call("s", "d6"), { verification: "s2" }],
  [complete("s2", "seventeen"), { outcome: "too_young" }],
];
const FACTS: StoredFacts = {
  verifications: [
    row("b1", "d1"),
    row("b2", "d2"),
    row("s1", "d5", verified),
    row("s2", "d6", { provider: "s", outcome: "too_young", isReserved: true }),
  ],
  events: [event("b1"), event("b2"), event("s1", 10)],
  usage: usage(3, 34, 2),
  caps: [{ organization: SHOP, capMinor: 46 }],
};

const without = (id: string): StoredFacts => ({
  ...FACTS,
  verifications: FACTS.verifications.filter((one) => one.id !== id),
});
const withRow = (one: StoredFacts["verifications"][number]): StoredFacts => ({
  ...FACTS,
  verifications: [...FACTS.verifications.filter(({ id }) => id !== one.id), one],
  events:
    one.provider === "b" ? [...FACTS.events.filter((e) => e.verification !== one.id), event(one.id)] : FACTS.events,
  usage: one.provider === "b" ? usage(4, 46, 2) : FACTS.usage,
});
const changed = (id: string, more: Partial<StoredFacts["verifications"][number]>): StoredFacts => ({
  ...FACTS,
  verifications: FACTS.verifications.map((one) => (one.id === id ? { ...one, ...more } : one)),
});

test("a history and a database that explain each other have no violation", () => {
  expect(violationsOf(historyOf(...HISTORY), FACTS)).toEqual([]);
});

test("an unknown call may have been done once", () => {
  expect(violationsOf(historyOf(...HISTORY), withRow(row("b4", "d4")))).toEqual([]);
});

test.for<[what: string, kind: string, facts: StoredFacts, more?: [HistoryOperation, End][]]>([
  ["a link that was answered is gone", "lost", without("b1")],
  ["a link that was answered is another order's", "lost", changed("b1", { device: "d4" })],
  [
    "an answered check is not billed",
    "lost",
    { ...FACTS, events: [event("b1"), event("s1", 10)], usage: usage(2, 22, 2) },
  ],
  ["a proof is not billed", "lost", { ...FACTS, events: [event("b1"), event("b2")], usage: usage(2, 24, 2) }],
  ["a visitor came home, and the outcome is gone", "lost", changed("s2", { outcome: null })],
  ["a yes did not redeem", "lost", changed("s1", { isRedeemed: false })],
  ["a proof that somebody brought home is refused", "lost", FACTS, [[check("s1"), { verified: false }]]],
  ["the running total is too low", "lost", { ...FACTS, usage: usage(2, 24, 2) }],
  ["a reservation is not counted", "lost", { ...FACTS, usage: usage(3, 34, 1) }],
  ["one order has two links", "doubled", withRow(row("b9", "d2"))],
  [
    "one order was answered with two links",
    "doubled",
    withRow(row("b9", "d2")),
    [[call("b", "d2", "order"), { verification: "b9" }]],
  ],
  [
    "an unknown call was done twice",
    "doubled",
    {
      ...FACTS,
      verifications: [...FACTS.verifications, row("x", "d4"), row("y", "d4")],
      events: [...FACTS.events, event("x"), event("y")],
      usage: usage(5, 58, 2),
    },
  ],
  ["a check is billed twice", "doubled", { ...FACTS, events: [...FACTS.events, event("b1")], usage: usage(4, 46, 2) }],
  ["two orders were answered with one link", "doubled", FACTS, [[call("b", "d4"), { verification: "b1" }]]],
  ["a yes that was to be the only one came after another", "doubled", FACTS, [[check("s1", true), { verified: true }]]],
  ["a refused call left a row", "unexplained", withRow(row("b3", "d3"))],
  ["a row that nobody asked for", "unexplained", withRow(row("b9", "d9"))],
  [
    "an event without a row",
    "unexplained",
    { ...FACTS, events: [...FACTS.events, event("gone")], usage: usage(4, 46, 2) },
  ],
  [
    "a check of s that did not end verified is billed",
    "unexplained",
    { ...FACTS, events: [...FACTS.events, event("s2", 10)], usage: usage(4, 44, 2) },
  ],
  [
    "a check is billed at another price",
    "unexplained",
    { ...FACTS, events: [event("b1"), event("b2", 13), event("s1", 10)], usage: usage(3, 35, 2) },
  ],
  [
    "a visitor who is too young is verified",
    "unexplained",
    { ...changed("s2", { outcome: "verified" }), events: [...FACTS.events, event("s2", 10)], usage: usage(4, 44, 2) },
  ],
  ["a check ended that no visitor came to", "unexplained", changed("b1", { outcome: "cancelled" })],
  ["a proof is redeemed that nobody asked about", "unexplained", changed("b1", { isRedeemed: true })],
  ["more is spent than the cap allows", "unexplained", { ...FACTS, caps: [{ organization: SHOP, capMinor: 33 }] }],
  ["the running total is too high", "unexplained", { ...FACTS, usage: usage(3, 46, 2) }],
])("%s: %s", ([, kind, facts, more = []]) => {
  expect(violationsOf(historyOf(...HISTORY, ...more), facts).map((one) => one.kind)).toContain(kind);
});

test("a question that nobody heard the answer of may have been the only one, and so may one that was asked meanwhile", () => {
  const asked: [HistoryOperation, End][] = [
    [call("s", "d7"), { verification: "s3" }],
    [complete("s3"), { outcome: "verified" }],
    [check("s3", true), "never"],
    [check("s3", true), { verified: false }],
  ];
  const facts: StoredFacts = {
    ...FACTS,
    verifications: [...FACTS.verifications, row("s3", "d7", verified)],
    events: [...FACTS.events, event("s3", 10)],
    usage: usage(4, 44, 3),
  };
  expect(violationsOf(historyOf(...HISTORY, ...asked), facts)).toEqual([]);
  const answered = asked.filter(([, end]) => end !== "never");
  expect(violationsOf(historyOf(...HISTORY, ...answered), facts)).toMatchObject([{ kind: "lost" }]);
});

test("two questions at once that were each told to be the only one are a violation", () => {
  const asked = historyOf(...HISTORY, [check("s2", true), { verified: true }], [check("s2", true), { verified: true }]);
  const at = asked.find(({ n }) => n === HISTORY.length)?.at ?? 0;
  const atOnce = asked.map((line) => (line.n > HISTORY.length && line.phase === "invoke" ? { ...line, at } : line));
  expect(violationsOf(atOnce, changed("s2", { isRedeemed: true })).map(({ kind }) => kind)).toEqual(["doubled"]);
});

test("a line that ends nothing is a fault of the history", () => {
  expect(() => violationsOf([{ n: 1, at: 0, phase: "unknown", why: "" }], FACTS)).toThrow("none is under way");
});
