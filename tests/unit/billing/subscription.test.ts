import { expect, test } from "vitest";
import { allowsLiveChecks, graceEndsAt, SUBSCRIPTION_STATUSES } from "#lib/billing/subscription.rules.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const DAY_MS = 86_400_000;

test("an organization without a subscription makes no live checks", () => {
  expect(allowsLiveChecks(null, DAY_MS, NOW)).toBe(false);
});

test("only what is past due has an end of its grace, and only where it is known since when", () => {
  const since = new Date(+NOW - DAY_MS);
  const ends = SUBSCRIPTION_STATUSES.map((status) => graceEndsAt({ status, pastDueSince: since }, 3 * DAY_MS));
  expect(ends).toEqual([null, null, new Date(+NOW + 2 * DAY_MS), null, null]);
  expect(graceEndsAt({ status: "past_due", pastDueSince: null }, DAY_MS)).toBeNull();
});
