import { expect, test } from "vitest";
import { type NeedFacts, needsOf } from "#app/(dashboard)/dashboard/_overview/needs.ts";
import { count, money, roundMoney, shortMoney } from "#lib/billing/money.rules.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const CALM: NeedFacts = {
  suspendedAt: null,
  subscription: null,
  alerts: null,
  domains: [],
  endingKeys: [],
  use: new Map(),
  refused: null,
  timeZone: "UTC",
  formats: { count, money, shortMoney, roundMoney },
};
const KEY = { key: "pk_live_1", label: "Web shop 2024", endsAt: new Date("2026-11-24T09:00:00Z") };

const headings = (facts: Partial<NeedFacts>) =>
  needsOf({ ...CALM, ...facts }, NOW).map(({ heading, text }) => `${heading} ${text}`);

function cap(
  percent: 50 | 75 | 90 | 100,
  spentMinor: number,
  { stopsAtCap = true, reachedAt = null as string | null } = {},
): Partial<NeedFacts> {
  const at = reachedAt === null ? null : new Date(`${reachedAt}T12:00:00Z`);
  const found = { percent, spentMinor, spendCapMinor: 38_000, currency: "EUR", stopsAtCap, reachedAt: at };
  return { alerts: { cap: found, keys: [] } as unknown as NeedFacts["alerts"] };
}

function domain(verified: boolean): Partial<NeedFacts> {
  const facts = {
    host: "shop-neu.example",
    method: "dns",
    missingSince: new Date("2026-11-19T04:23:00Z"),
    verifiedAt: verified ? new Date("2026-10-01") : null,
  };
  return { domains: [facts] as unknown as NeedFacts["domains"] };
}

const used = (callsInDay: number, isBound = false) => new Map([[KEY.key, { callsInDay, isBound }]]);

test("nothing is said where nothing needs anybody", () => {
  expect(headings({})).toEqual([]);
  expect(headings({ refused: { now: 362, before: 300, addressLimited: 0, href: "", isRising: false } })).toEqual([]);
});

test("what refuses visitors now stands before what will", () => {
  const facts = {
    ...cap(75, 29_610, { reachedAt: "2026-11-28" }),
    ...domain(true),
    endingKeys: [KEY],
    use: used(3),
    refused: { now: 362, before: 120, addressLimited: 0, href: "/refused", isRising: true },
  };
  expect(headings(facts)).toEqual([
    "shop-neu.example refuses live checks from Thu 26 Nov, 04:23. Its DNS record has been missing since 19 Nov.",
    "Key “Web shop 2024” ends on Tue 24 Nov, 09:00. 3 calls used it in the last 24 hours.",
    "77 % of this month’s spend cap is used. At this pace live checks stop about 28 Nov.",
    "362 calls were refused. 120 in the period before.",
  ]);
  expect(needsOf({ ...CALM, ...facts, suspendedAt: NOW }, NOW)[0]?.heading).toBe("This organization is suspended.");
});

test("calls that the limit of one address refused need somebody, in a calm period, too", () => {
  const refused = { now: 362, before: 300, addressLimited: 1_200, href: "/refused", isRising: false };
  expect(needsOf({ ...CALM, refused }, NOW)).toMatchObject([
    {
      isNow: true,
      heading: "1,200 calls were refused since yesterday: they were over the limit of one address.",
      button: { href: "/refused" },
    },
  ]);
});

test("a cap that stops checks stands before a key that ends the day after tomorrow", () => {
  const [first, second] = headings({ ...cap(100, 38_000), endingKeys: [KEY], use: null });
  expect([first, second]).toEqual([expect.stringMatching(/^This month/), expect.stringMatching(/^Key/)]);
});

test("a host that counts no more says so", () => {
  expect(headings(domain(false))[0]).toMatch(/^shop-neu\.example refuses live checks\. /);
});

test("an ending key needs somebody only while it is used, or nobody knows", () => {
  const of = (use: NeedFacts["use"]) => headings({ endingKeys: [KEY], use }).length;
  expect([of(used(0)), of(used(1)), of(null)]).toEqual([0, 1, 1]);
  expect(headings({ endingKeys: [KEY], use: used(20_000, true) })[0]).toMatch(/ At least 20,000 calls used it /);
});

test("a cap that is far away, and one that is used up", () => {
  expect(headings(cap(50, 20_000))).toEqual([]);
  expect(headings(cap(50, 28_000, { reachedAt: "2026-11-30" }))).toEqual([
    "73 % of this month’s spend cap is used. At this pace live checks stop about 30 Nov.",
  ]);
  expect(needsOf({ ...CALM, ...cap(100, 38_000) }, NOW)[0]).toMatchObject({ isNow: true });
  expect(needsOf({ ...CALM, ...cap(100, 38_000, { stopsAtCap: false }) }, NOW)[0]).toMatchObject({ isNow: false });
});
