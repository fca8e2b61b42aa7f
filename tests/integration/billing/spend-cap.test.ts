import { expect, test } from "vitest";
import { readReservation, setSpendCap, setSpendCapTyped } from "#lib/billing/spend-cap.ts";
import { readSubscription } from "#lib/billing/subscription.ts";
import { tracesOf } from "#tests/support/audit.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;

async function capOf(id: string) {
  const read = await readSubscription(OPERATOR, id);
  if (!read.ok || !read.subscription) throw new Error("There are no terms");
  return [read.subscription.spendCapMinor, read.subscription.stopsAtCap];
}

test("the audit log has each change of the cap, and no change that changes nothing", async () => {
  const { id } = await newOrganization();
  const owner = await memberOf(id, "owner");
  const changes: boolean[] = [];
  for (const [spendCapMinor, stopsAtCap] of [
    [null, false],
    [500, false],
    [500, true],
    [500, true],
    [900, true],
  ] as const) {
    const set = await setSpendCap(owner, id, { spendCapMinor, stopsAtCap });
    changes.push(set.ok && set.changed);
  }
  expect(changes).toEqual([false, true, true, false, true]);
  const own = { actor: owner.email, action: "cap.set", subject: id };
  const cap = (spendCapMinor: number | null, stopsAtCap: boolean) => ({ spendCapMinor, stopsAtCap });
  expect(await tracesOf(id, "cap.set")).toEqual([
    { ...own, before: cap(null, false), after: cap(500, false) },
    { ...own, before: cap(500, false), after: cap(500, true) },
    { ...own, before: cap(500, true), after: cap(900, true) },
  ]);
});

test.for([
  ["12.50", 1_250],
  [" 7 ", 700],
  ["", null],
  ["  ", null],
] as const)("the typed cap %j is %j", async ([typed, minor]) => {
  const { id } = await newOrganization({ spendCapMinor: 100 });
  expect(await setSpendCapTyped(OPERATOR, id, { amount: typed, stopsAtCap: false })).toEqual({
    ok: true,
    changed: true,
  });
  expect(await capOf(id)).toEqual([minor, false]);
});

test("a typed cap is in the currency of the terms", async () => {
  const { id } = await newOrganization({ terms: { currency: "JPY" } });
  expect(await setSpendCapTyped(OPERATOR, id, { amount: "12.50", stopsAtCap: true })).toEqual({
    ok: false,
    reason: "cap_invalid",
  });
  expect(await setSpendCapTyped(OPERATOR, id, { amount: "1250", stopsAtCap: true })).toEqual({
    ok: true,
    changed: true,
  });
  expect(await capOf(id)).toEqual([1_250, true]);
});

test("a typed cap that is no amount changes nothing", async () => {
  const { id } = await newOrganization({ spendCapMinor: 100 });
  expect(await setSpendCapTyped(OPERATOR, id, { amount: "a lot", stopsAtCap: false })).toEqual({
    ok: false,
    reason: "cap_invalid",
  });
  expect(await capOf(id)).toEqual([100, true]);
});

test("a cap of a billion is the highest, in whole units of the currency", async () => {
  const { id } = await newOrganization({ terms: { currency: "EUR" } });
  const set = (amount: string) => setSpendCapTyped(OPERATOR, id, { amount });
  expect(await set("1 000 000 000.01")).toEqual({ ok: false, reason: "cap_too_high" });
  expect(await set("1 000 000 000")).toEqual({ ok: true, changed: true });
});

test("a cap that somebody else has changed since it was shown is not replaced", async () => {
  const { id } = await newOrganization({ spendCapMinor: 300 });
  const set = (shown: string, amount: string) => setSpendCapTyped(OPERATOR, id, { shown, amount });
  expect(await set("2.00", "4.00")).toEqual({ ok: false, reason: "cap_changed" });
  expect(await set("", "4.00")).toEqual({ ok: false, reason: "cap_changed" });
  // The second click of one's own, or a colleague who chose the same.
  expect(await set("2.00", "3.00")).toEqual({ ok: true, changed: false });
  expect(await set("3.00", "4.00")).toEqual({ ok: true, changed: true });
});

test("without terms there is nothing to cap, and nothing is reserved", async () => {
  const { id } = await newOrganization({ subscription: "none" });
  const incomplete = { ok: false, reason: "terms_incomplete" };
  expect(await setSpendCap(OPERATOR, id, { spendCapMinor: 5, stopsAtCap: true })).toEqual(incomplete);
  expect(await setSpendCapTyped(OPERATOR, id, { amount: "5", stopsAtCap: true })).toEqual(incomplete);
  expect(await readReservation(OPERATOR, id)).toEqual({ ok: true, reservedMinor: 0 });
});

test("who may not see the billing hears nothing of what is reserved, and sets no cap", async () => {
  const { id } = await newOrganization();
  const developer = await memberOf(id, "developer");
  const refused = { ok: false, reason: "not_allowed" };
  expect(await readReservation(developer, id)).toEqual(refused);
  expect(await setSpendCapTyped(developer, id, { amount: "5", stopsAtCap: true })).toEqual(refused);
});
