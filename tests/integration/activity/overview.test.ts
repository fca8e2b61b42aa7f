import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { flushActivity } from "#lib/activity/flush.ts";
import { keyUseOf, overviewOf } from "#lib/activity/overview.ts";
import { database } from "#lib/core/database.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { generate } from "#tests/support/gateway.ts";
import { memberOf, person } from "#tests/support/member.ts";
import { organization } from "#tests/support/organization.ts";
import { browser, completeFlow, started } from "#tests/support/visitor.ts";

const OPERATOR = { kind: "operator" } as const;
const NONE = { started: 0, confirmed: 0, notConfirmed: 0, notFinished: 0, tooYoung: 0, cancelled: 0 };

async function overview(organizationId: string) {
  await flushActivity();
  const read = await overviewOf(OPERATOR, organizationId);
  return read.ok ? read : expect.fail(read.reason);
}

test("the checklist fills as the integration comes along", async () => {
  const shop = await organization({ mode: "test", domain: "unverified" });
  const step = async () => Object.values((await overview(shop.id)).checklist);
  expect(await step()).toEqual([false, false, false, false]);
  await generate("b", { ...shop, age: "17" });
  expect(await step()).toEqual([true, false, false, false]);
  await completeFlow(browser(), (await started("b", { ...shop, domain: "http://localhost:3000/" })).url, "adult");
  expect(await step()).toEqual([true, true, false, false]);
  const live = await organization();
  const [visitor, { url }] = [browser(), await started("b", live)];
  await completeFlow(visitor, url, "seventeen");
  await visitor.go(`${url}&do=leave`, "POST");
  expect(Object.values((await overview(live.id)).checklist)).toEqual([true, false, true, true]);
});

test.for([
  ["test", { tooYoung: 1, cancelled: 1 }],
  ["live", { tooYoung: 0, cancelled: 0 }],
] as const)("thirty days of %s checks are counted, and a day before them is not", async ([mode, apart]) => {
  const shop = await organization({ mode });
  for (const persona of ["adult", "seventeen", "cancel", "timeout"]) {
    const visitor = browser();
    const { url } = await started("b", shop);
    await completeFlow(visitor, url, persona);
    await visitor.go(`${url}&do=leave`, "POST");
  }
  await started("b", shop);
  const counted = { started: 5, confirmed: 1, notConfirmed: 3, notFinished: 1, ...apart };
  const both = mode === "live" ? { live: counted, test: NONE } : { live: NONE, test: counted };
  const today = new Date().toISOString().slice(0, 10);
  expect(await overview(shop.id)).toMatchObject({
    ...both,
    days: [{ day: today, ...both }],
  });
  const move = (days: number) =>
    database().execute(sql`
      UPDATE activity_day SET day = (now() AT TIME ZONE 'UTC')::date - ${days}::int WHERE organization_id = ${shop.id}`);
  await move(29);
  expect((await overview(shop.id))[mode]).toEqual(counted);
  await move(30);
  expect((await overview(shop.id))[mode]).toEqual(NONE);
  // What was reached stays reached.
  expect((await overview(shop.id)).checklist).toMatchObject({ keyUsed: true, [`${mode}CheckFinished`]: true });
});

test("of every key, when it was last called, for which host, and how often in a day", async () => {
  const shop = await organization();
  const unused = await createKey(OPERATOR, { organizationId: shop.id, mode: "test", label: "" });
  await started("b", shop);
  await generate("s", shop);
  await completeFlow(browser(), (await started("b", shop)).url, "adult");
  await generate("b", { ...shop, domain: "https://elsewhere.example/" });
  await flushActivity();
  const use = await keyUseOf(OPERATOR, shop.id);
  expect(use).toEqual({
    ok: true,
    rows: [
      { key: shop.key, lastUsedAt: expect.any(Date), lastHost: "elsewhere.example", callsInDay: 4 },
      { key: unused.ok && unused.key, lastUsedAt: null, lastHost: null, callsInDay: 0 },
    ],
  });
});

test("to everybody else there is no such organization", async () => {
  const shop = await organization();
  const stranger = await person();
  for (const read of [overviewOf, keyUseOf])
    expect(await read(stranger, shop.id)).toEqual({ ok: false, reason: "organization_unknown" });
  expect((await overviewOf(await memberOf(shop.id, "viewer"), shop.id)).ok).toBe(true);
});
