import fc from "fast-check";
import { expect, test } from "vitest";
import { endingsOf } from "#app/(dashboard)/dashboard/_overview/endings.rules.ts";
import { addFunnels, funnelOf } from "#lib/activity/funnel.rules.ts";

const of = (code: string, events: number) => ({
  kind: code === "accepted" ? ("call" as const) : ("step" as const),
  code,
  events,
});
const WAY = [of("accepted", 100), of("opened", 85), of("claimed", 60), of("confirmed", 40), of("not_confirmed", 15)];
const NONE = { unopened: 0, opened: 0, claimed: 0 };

test("three endings, and where those were lost who did not finish", () => {
  const { confirmed, notConfirmed, unfinished, losses, underWay } = endingsOf(funnelOf(WAY), NONE);
  expect([confirmed, notConfirmed, unfinished, underWay].map(({ name, count }) => `${name} ${count}`)).toEqual([
    "Confirmed 40",
    "Not confirmed 15",
    "Did not finish 45",
    "Under way 0",
  ]);
  expect(losses).toEqual([
    { name: "not opened", count: 15 },
    { name: "left our page", count: 25 },
    { name: "no answer from the eID", count: 5 },
  ]);
});

test("a link that is still open is under way, and not one that was not opened", () => {
  const { unfinished, losses, underWay } = endingsOf(funnelOf([of("accepted", 2)]), { ...NONE, unopened: 2 });
  expect([unfinished.count, underWay.count, losses]).toEqual([0, 2, []]);
});

test.for([
  [
    "a test check on our page",
    true,
    { ...NONE, opened: 7 },
    ["not opened 15", "left our page 18", "no answer from the eID 5"],
  ],
  [
    "a test check at the eID",
    true,
    { ...NONE, claimed: 4 },
    ["not opened 15", "left our page 25", "no answer from the eID 1"],
  ],
  [
    "a live check that was opened",
    false,
    { ...NONE, opened: 7 },
    ["not opened 15", "left recently (where: tomorrow) 23"],
  ],
] as const)("%s leaves the others of its place", ([, isDisclosed, underWay, losses]) => {
  const endings = endingsOf(funnelOf(WAY, isDisclosed), underWay);
  expect(endings.losses.map(({ name, count }) => `${name} ${count}`)).toEqual(losses);
});

test("of a live period those on our page are first taken from the day whose way is not told", () => {
  const period = addFunnels([funnelOf(WAY), funnelOf([of("accepted", 3), of("opened", 3)], false)]);
  const { losses } = endingsOf(period, { ...NONE, opened: 3 });
  expect(losses.map(({ count }) => count)).toEqual([15, 25, 5]);
});

test("checks under way that nobody counted are said to be among the others", () => {
  const { unfinished, losses, underWay } = endingsOf(funnelOf(WAY), null);
  expect(unfinished).toMatchObject({ name: "Under way or did not finish", count: 45 });
  expect(unfinished.results).toContain("under_way");
  expect([losses[0]?.name, underWay.count]).toEqual(["not opened yet", 0]);
});

test("whatever was counted, the parts are all checks, and none is less than none", () => {
  const codes = fc.constantFrom("accepted", "opened", "claimed", "confirmed", "not_confirmed", "in_app_browser");
  const rows = fc.array(fc.tuple(codes, fc.nat(50)).map(([code, events]) => of(code, events)));
  const counts = fc.record({ unopened: fc.nat(50), opened: fc.nat(50), claimed: fc.nat(50) });
  fc.assert(
    fc.property(rows, rows, fc.option(counts), (some, others, open) => {
      const period = addFunnels([funnelOf(some), funnelOf(others, false)]);
      const { losses, ...parts } = endingsOf(period, open);
      const all = Object.values(parts).map(({ count }) => count);
      expect(all.reduce((sum, count) => sum + count, 0)).toBe(period.made);
      expect(losses.reduce((sum, { count }) => sum + count, 0)).toBe(parts.unfinished.count);
      expect([...all, ...losses.map(({ count }) => count)].every((count) => count >= 0)).toBe(true);
    }),
  );
});
