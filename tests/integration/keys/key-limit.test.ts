import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { setPlan } from "#lib/billing/plans.ts";
import { setSubscription } from "#lib/billing/subscription.ts";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import { database } from "#lib/runtime/database.ts";
import { generate } from "#tests/support/gateway.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization, TEST_PLAN } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;

type Shop = Awaited<ReturnType<typeof newOrganization>>;

/** So many calls at once, each of an address of its own: how many were accepted, and the limits that the others met. */
async function called(shop: Shop, times: number): Promise<{ accepted: number; limits: Set<string> }> {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, n) => generate("b", { ...shop, address: `192.0.2.${n}` })),
  );
  const limits = new Set(answers.flatMap(({ headers }) => headers.get("ratelimit-policy") ?? []));
  expect(limits.size).toBeLessThan(2);
  return { accepted: answers.filter(({ status }) => status === 200).length, limits };
}

async function accepted(shop: Shop, times: number): Promise<number> {
  return (await called(shop, times)).accepted;
}

test("a key's own limit holds from the next call on, and so does a higher one", async () => {
  const shop = await newOrganization();
  expect(await accepted(shop, 1)).toBe(1);
  await changeKeySettings(OPERATOR, shop.key, { callsPerMinute: 3 });
  const { accepted: few, limits } = await called(shop, 20);
  // The call before it fills again within milliseconds, so the third one is accepted now or a moment later.
  expect([2, 3]).toContain(few);
  expect(limits).toEqual(new Set(['"key";q=3;w=60']));
  await changeKeySettings(OPERATOR, shop.key, { callsPerMinute: null });
  // An exhausted key is looked up again within a second.
  await expect.poll(async () => (await generate("b", shop)).status).toBe(200);
});

test("a plan's limit holds for keys without one of their own, from the next call on", async () => {
  const shop = await newOrganization();
  const plan = { ...TEST_PLAN, id: `limited-${shop.id.slice(-12)}` };
  await setPlan(OPERATOR, { ...plan, callsPerMinute: 4 });
  await setSubscription(OPERATOR, shop.id, { planId: plan.id });
  expect(await accepted(shop, 20)).toBe(4);
  const other = await newOrganization();
  await setSubscription(OPERATOR, other.id, { planId: plan.id });
  await changeKeySettings(OPERATOR, other.key, { callsPerMinute: 7 });
  expect(await accepted(other, 20)).toBe(7);
  // What a plan does not name stays.
  await setPlan(OPERATOR, plan);
  const third = await newOrganization();
  await setSubscription(OPERATOR, third.id, { planId: plan.id });
  expect(await accepted(third, 20)).toBe(4);
});

test("one address without the secret has the limit of its key, else of its plan, from the next call on", async () => {
  const shop = await newOrganization();
  const plan = { ...TEST_PLAN, id: `of-address-${shop.id.slice(-12)}`, callsPerAddress: 4 };
  await setPlan(OPERATOR, plan);
  await setSubscription(OPERATOR, shop.id, { planId: plan.id });
  const ofOne = async (address: string) => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => generate("b", { ...shop, address })));
    const limited = answers.flatMap(({ headers }) => headers.get("ratelimit-policy") ?? []);
    return [20 - limited.length, [...new Set(limited)]];
  };
  expect(await ofOne("192.0.2.1")).toEqual([4, ['"caller";q=4;w=60']]);
  await changeKeySettings(OPERATOR, shop.key, { callsPerAddress: 7 });
  expect(await ofOne("192.0.2.2")).toEqual([7, ['"caller";q=7;w=60']]);
  // Of the addresses of one subscriber, all count as one.
  expect(await ofOne("2001:db8::1")).toEqual([7, ['"caller";q=7;w=60']]);
  expect(await ofOne("2001:db8::2")).toEqual([0, ['"caller";q=7;w=60']]);
});

test("a member may set up to what the plan gives, or keep what the operator gave", async () => {
  const shop = await newOrganization();
  const plan = { ...TEST_PLAN, id: `given-${shop.id.slice(-12)}`, callsPerMinute: 100 };
  await setPlan(OPERATOR, plan);
  await setSubscription(OPERATOR, shop.id, { planId: plan.id });
  const member = await memberOf(shop.id, "developer");
  expect(await changeKeySettings(member, shop.key, { callsPerMinute: 100 })).toMatchObject({ ok: true });
  expect(await changeKeySettings(member, shop.key, { callsPerMinute: 101 })).toEqual({
    ok: false,
    reason: "limit_above_plan",
  });
  expect(await changeKeySettings(OPERATOR, shop.key, { callsPerMinute: 5_000 })).toMatchObject({ ok: true });
  expect(await changeKeySettings(member, shop.key, { callsPerMinute: 5_001 })).toEqual({
    ok: false,
    reason: "limit_above_plan",
  });
  expect(await changeKeySettings(member, shop.key, { callsPerMinute: 4_000 })).toMatchObject({ ok: true });
  const traces = await database().execute<{ after: unknown }>(
    sql`SELECT after FROM audit_event WHERE organization_id = ${shop.id} AND action = 'key.settings_changed' ORDER BY id`,
  );
  expect(traces.map(({ after }) => after)).toEqual([100, 5_000, 4_000].map((callsPerMinute) => ({ callsPerMinute })));
});

test.for([0, -1, 1.5, Number.NaN, 10_000_001])("%s is no limit and no brake", async (limit) => {
  const { key } = await newOrganization();
  expect(await changeKeySettings(OPERATOR, key, { callsPerMinute: limit })).toEqual({
    ok: false,
    reason: "limit_invalid",
  });
  expect(await changeKeySettings(OPERATOR, key, { callsPerAddress: limit })).toEqual({
    ok: false,
    reason: "address_limit_invalid",
  });
  expect(await changeKeySettings(OPERATOR, key, { acceptedPerHour: limit })).toEqual({
    ok: false,
    reason: "brake_invalid",
  });
  for (const name of ["callsPerMinute", "callsPerAddress"])
    expect(await setPlan(OPERATOR, { ...TEST_PLAN, [name]: limit })).toEqual({ ok: false, reason: "terms_invalid" });
});
