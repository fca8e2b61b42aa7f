import { expect, test } from "vitest";
import { insertActivity, type NewActivity } from "#db/queries/activity-event.ts";
import { flushActivity } from "#lib/activity/flush.ts";
import { readReferenced } from "#lib/activity/referenced.ts";
import { newReference, referenceOf } from "#lib/crypto/reference.ts";
import { database } from "#lib/runtime/database.ts";
import { check, generate, NAVIGATION } from "#tests/support/gateway.ts";
import { memberOf, person } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

type Shop = Awaited<ReturnType<typeof newOrganization>>;

async function found(shop: Shop, reference: string) {
  await flushActivity();
  const read = await readReferenced(await memberOf(shop.id, "viewer"), shop.id, reference);
  return read.ok ? read.found : expect.fail(read.reason);
}

/** A check from the link to the question of the shop's backend. */
async function checked(shop: Shop, persona: string) {
  const { url, device, id } = await started("b", shop);
  const visitor = browser();
  await visitor.go(url, "GET", NAVIGATION);
  await completeFlow(visitor, url, persona);
  const home = await visitor.go(`${url}&do=leave`, "POST");
  const token = tokenIn(home.headers.get("location")) ?? "";
  const answer = await check(token, device, shop.key);
  return { reference: referenceOf(id), question: answer.headers.get("ageway-reference") ?? "" };
}

test("a confirmed live check shows its steps with their moments, and what the backend was told", async () => {
  const shop = await newOrganization();
  const { reference, question } = await checked(shop, "adult");
  expect(await found(shop, reference)).toMatchObject({
    kind: "check",
    row: { result: "confirmed", reference, host: shop.host, tookMs: expect.any(Number) },
    steps: [
      { code: "opened", at: expect.any(Date) },
      { code: "confirmed", at: expect.any(Date) },
    ],
    questions: [{ code: "answered_yes", ok: true }],
  });
  // The question's own reference leads to the question alone.
  expect(await found(shop, question)).toMatchObject({ kind: "event", event: { code: "answered_yes" } });
});

test.for(["seventeen", "cancel", "no-birthdate"])(
  "a live check that was not confirmed shows neither its way nor the backend’s question: %s",
  async (persona) => {
    const shop = await newOrganization();
    const { reference, question } = await checked(shop, persona);
    expect(await found(shop, reference)).toMatchObject({
      row: { result: "not_confirmed", end: null, tookMs: null },
      steps: [
        { code: "opened", at: expect.any(Date) },
        { code: "not_confirmed", at: null },
      ],
      questions: [],
    });
    const event = await found(shop, question);
    expect(JSON.stringify(event)).not.toContain(reference);
  },
);

test("a test check shows everything", async () => {
  const shop = await newOrganization({ mode: "test" });
  const { reference } = await checked(shop, "seventeen");
  expect(await found(shop, reference)).toMatchObject({
    row: { result: "not_confirmed", end: "too_young", tookMs: expect.any(Number) },
    steps: [{ code: "opened" }, { code: "claimed" }, { code: "too_young", at: expect.any(Date) }],
    questions: [{ code: "answered_no" }],
  });
});

test("a refused call is found by its reference, without the id that holds its millisecond", async () => {
  const shop = await newOrganization();
  const answer = await generate("b", { ...shop, age: "17" });
  const event = await found(shop, answer.headers.get("ageway-reference") ?? "");
  expect(event).toMatchObject({ kind: "event", event: { kind: "call", code: "age_not_supported", host: shop.host } });
  expect(event?.kind === "event" && event.event).not.toHaveProperty("id");
});

test("a reference of another organization is none, and strangers learn nothing", async () => {
  const [shop, other] = [await newOrganization(), await newOrganization()];
  const { reference } = await checked(shop, "adult");
  expect(await found(other, reference)).toBeNull();
  expect(await found(shop, "ZZZZZZZZ")).toBeNull();
  expect(await readReferenced(await person(), shop.id, reference)).toEqual({
    ok: false,
    reason: "organization_unknown",
  });
});

/** A live check of which these steps alone are on record, each this long ago. */
async function recorded(steps: readonly (readonly [code: string, agoMs: number])[]) {
  const shop = await newOrganization();
  const reference = newReference();
  const events = steps.map(([code, agoMs]): NewActivity => {
    const checkDay = Math.floor((Date.now() - agoMs) / 86_400_000);
    return {
      ...{ pluginKey: shop.key, kind: "step", code, ok: true },
      ...{ provider: "b", minimumAge: 18, host: shop.host, reference, agoMs, checkDay },
    };
  });
  await insertActivity(database("activity"), events);
  return found(shop, reference);
}

test("a check whose link is not on record is found by its steps", async () => {
  expect(
    await recorded([
      ["opened", 60_000],
      ["confirmed", 20_000],
    ]),
  ).toMatchObject({
    kind: "check",
    row: { at: null, result: "confirmed", mode: "live", provider: "b", minimumAge: 18, tookMs: null },
    steps: [
      { code: "opened", at: expect.any(Date) },
      { code: "confirmed", at: expect.any(Date) },
    ],
  });
});

test("where the end of a live check that was not confirmed is all that is on record, no moment is told", async () => {
  const check = await recorded([["not_confirmed", 20_000]]);
  expect(check).toMatchObject({ kind: "check", row: { at: null, tookMs: null, result: "not_confirmed" } });
  expect(JSON.stringify(check)).not.toMatch(/\d{4}-\d\d-\d\dT/);
});
