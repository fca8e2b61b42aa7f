import fc from "fast-check";
import { expect, test } from "vitest";
import { ACTIVITY_KINDS } from "#lib/activity/activity.rules.ts";
import { codesOf } from "#lib/activity/explanation.rules.ts";
import { addFunnels, funnelOf } from "#lib/activity/funnel.rules.ts";

const NOTHING = {
  made: 0,
  opened: 0,
  wentToEid: 0,
  cameBack: 0,
  confirmed: 0,
  neverOpened: 0,
  leftOurPage: 0,
  leftOrAway: 0,
  didNotComeBack: 0,
  notConfirmed: 0,
};
const of = (kind: (typeof ACTIVITY_KINDS)[number], code: string, events: number) => ({ kind, code, events });

test("without an event there is nothing to count", () => {
  expect(funnelOf([])).toEqual(NOTHING);
  expect(addFunnels([])).toEqual(NOTHING);
});

const WAY = [
  of("call", "accepted", 100),
  of("step", "opened", 80),
  of("step", "in_app_browser", 5),
  of("step", "claimed", 60),
  of("step", "confirmed", 40),
  of("step", "not_confirmed", 8),
  of("step", "too_young", 4),
  of("step", "went_back", 2),
  of("step", "gave_up", 1),
];

test("every link is confirmed, or is lost in one place", () => {
  expect(funnelOf(WAY)).toEqual({
    made: 100,
    neverOpened: 15,
    opened: 85,
    leftOurPage: 25,
    leftOrAway: 0,
    wentToEid: 60,
    didNotComeBack: 5,
    cameBack: 55,
    notConfirmed: 15,
    confirmed: 40,
  });
});

test("where the way is not told, those who left our page and those who did not come back are one number", () => {
  expect(funnelOf(WAY, false)).toEqual({
    ...funnelOf(WAY),
    wentToEid: 55,
    leftOurPage: 0,
    leftOrAway: 30,
    didNotComeBack: 0,
  });
  // A visitor who went to the eID changes no number before the check ends.
  fc.assert(
    fc.property(rows, fc.nat(200), (some, more) => {
      expect(funnelOf([...some, of("step", "claimed", more)], false)).toEqual(funnelOf(some, false));
    }),
  );
});

test.for([
  ["call", "repeated"],
  ["call", "returned_with_token"],
  ["call", "domain_not_verified"],
  ["step", "tried_again"],
  ["step", "cancelled"],
  ["step", "of_another_version"],
  ["check", "answered_yes"],
  // A code counts only where it belongs.
  ["check", "accepted"],
  ["dropped", "confirmed"],
] as const)("a %s %s counts as nothing", ([kind, code]) => {
  expect(funnelOf([of(kind, code, 3)])).toEqual(NOTHING);
});

test.for([
  ["a page that was counted twice", [of("call", "accepted", 2), of("step", "opened", 3)], { made: 2, opened: 2 }],
  ["a link whose call was lost", [of("step", "confirmed", 2)], { made: 2, opened: 2, wentToEid: 2, confirmed: 2 }],
  [
    "a visitor whose browser does not say that a person navigates",
    [of("call", "accepted", 2), of("step", "claimed", 1)],
    { neverOpened: 1, opened: 1, didNotComeBack: 1 },
  ],
] as const)("%s breaks no sum", ([, rows, disclosed]) => {
  expect(funnelOf(rows)).toMatchObject(disclosed);
});

const codes = ACTIVITY_KINDS.flatMap((kind) => codesOf(kind).map((code) => ({ kind, code })));
const rows = fc.array(
  fc
    .record({ what: fc.constantFrom(...codes), events: fc.nat(1_000) })
    .map(({ what, events }) => ({ ...what, events })),
  { maxLength: 30 },
);

test("whatever was counted, the losses and the confirmed are the links, and no stage is larger than the one before", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(rows, fc.boolean()), { maxLength: 4 }), (days) => {
      const funnels = days.map(([some, isDisclosed]) => funnelOf(some, isDisclosed));
      for (const one of [...funnels, addFunnels(funnels)]) {
        const { made, opened, wentToEid, cameBack, confirmed } = one;
        const left = one.leftOurPage + one.leftOrAway;
        expect(one.neverOpened + left + one.didNotComeBack + one.notConfirmed + confirmed).toBe(made);
        expect(opened - wentToEid).toBe(left);
        const stages = [made, opened, wentToEid, cameBack, confirmed, 0];
        expect(stages).toEqual(stages.toSorted((a, b) => b - a));
        expect(Object.values(one).every((count) => count >= 0)).toBe(true);
      }
    }),
  );
});
