import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { lockOrganization } from "#db/queries/organization-lock.ts";
import { setSpendCap } from "#lib/billing/spend-cap.ts";
import { setSubscription } from "#lib/billing/subscription.ts";
import { database } from "#lib/runtime/database.ts";
import { activityOf } from "#tests/support/activity.ts";
import { generate } from "#tests/support/gateway.ts";
import { past } from "#tests/support/ledger.ts";
import { memberOf } from "#tests/support/member.ts";
import { countRows, newOrganization } from "#tests/support/organization.ts";
import { homeAs } from "#tests/support/shopper.ts";
import { started } from "#tests/support/visitor.ts";

const OPERATOR = { kind: "operator" } as const;

type Billed = { basis: string; price: number; host: string; currency: string };

async function billed(id: string): Promise<Billed[]> {
  const rows = await database().execute<Billed>(sql`
    SELECT basis, price_minor AS price, host, currency FROM billing_event WHERE organization_id = ${id} ORDER BY created_at`);
  return [...rows];
}

test("an event says what it costs and why, and for which host", async () => {
  const shop = await newOrganization({ terms: { includedChecks: 2 } });
  for (let calls = 0; calls < 3; calls += 1) await generate("b", shop);
  const at = { host: shop.host, currency: "EUR" };
  expect(await billed(shop.id)).toEqual([
    { basis: "included", price: 0, ...at },
    { basis: "included", price: 0, ...at },
    { basis: "price", price: 12, ...at },
  ]);
  expect(await shop.spent()).toBe(12);
});

test("of 40 calls at once exactly as many are included as the plan says", async () => {
  const shop = await newOrganization({ terms: { includedChecks: 15 } });
  await Promise.all(Array.from({ length: 40 }, () => generate("b", shop)));
  const rows = await billed(shop.id);
  expect(rows.filter(({ basis }) => basis === "included")).toHaveLength(15);
  expect(await shop.spent()).toBe(25 * 12);
});

test.for(["b", "s"] as const)(
  "a plan taken today includes checks for the days that are left of the month, at provider %s",
  async (provider) => {
    const shop = await newOrganization();
    await setSubscription(OPERATOR, shop.id, { includedChecks: 60 });
    const [days] = await database().execute<{ left: number; all: number }>(sql`
    SELECT extract(day FROM month + interval '1 month' - interval '1 day')::int AS all,
      extract(day FROM month + interval '1 month' - date_trunc('day', now(), 'UTC'))::int AS left
    FROM date_trunc('month', now(), 'UTC') AS month`);
    const included = Math.round((60 * (days?.left ?? 0)) / (days?.all ?? 1));
    // All of them but one are used already.
    await past(
      shop,
      Array.from({ length: included - 1 }, () => ({ at: new Date(), priceMinor: 0 })),
    );
    const check = async () => {
      if (provider === "b") return generate("b", shop);
      return homeAs((await started("s", shop)).url, "adult");
    };
    await check();
    await check();
    const newest = sql`SELECT basis FROM billing_event WHERE organization_id = ${shop.id} ORDER BY created_at DESC LIMIT 2`;
    expect((await database().execute<{ basis: string }>(newest)).map(({ basis }) => basis)).toEqual([
      "price",
      "included",
    ]);
    // In the next month, and whenever nothing changed in one, it is all of them.
    await database().transaction(async (tx) => {
      await lockOrganization(tx, shop.id);
      await tx.execute(sql`
      UPDATE subscription SET included_period = included_period - interval '1 month' WHERE organization_id = ${shop.id}`);
    });
    await check();
    expect((await database().execute<{ basis: string }>(newest))[0]?.basis).toBe(included < 60 ? "included" : "price");
  },
);

test("a test event costs nothing and takes no included check", async () => {
  const shop = await newOrganization({ mode: "test", terms: { includedChecks: 1 } });
  await generate("b", shop);
  expect(await billed(shop.id)).toMatchObject([{ basis: "test", price: 0 }]);
  expect(await shop.spent()).toBe(0);
});

test.for(["seventeen", "cancel", "no-birthdate", "wrong-nonce"])(
  "the bill cannot tell one no of provider s from another: %s leaves no row, no count, and nothing that says billed",
  async (persona) => {
    const shop = await newOrganization();
    await homeAs((await started("s", shop)).url, persona);
    expect(await billed(shop.id)).toEqual([]);
    const counted = sql`SELECT count(*)::int AS n FROM usage_counter WHERE organization_id = ${shop.id}`;
    expect(await countRows(counted)).toBe(0);
    expect((await activityOf(shop)).filter((event) => event.billed)).toEqual([]);
  },
);

test("a cap tells, until somebody chooses that it stops; the very next call follows either word", async () => {
  const shop = await newOrganization();
  const owner = await memberOf(shop.id, "owner");
  const reasonOf = async () => (await generate("b", shop)).headers.get("ageway-reason");
  expect(await setSpendCap(owner, shop.id, { spendCapMinor: 5, stopsAtCap: false })).toEqual({
    ok: true,
    changed: true,
  });
  expect(await reasonOf()).toBeNull();
  expect(await setSpendCap(owner, shop.id, { spendCapMinor: 5, stopsAtCap: true })).toEqual({
    ok: true,
    changed: true,
  });
  expect(await reasonOf()).toBe("spend_cap_reached");
  expect(await setSpendCap(owner, shop.id, { spendCapMinor: 24, stopsAtCap: true })).toEqual({
    ok: true,
    changed: true,
  });
  expect([await reasonOf(), await reasonOf()]).toEqual([null, "spend_cap_reached"]);
  expect(await setSpendCap(owner, shop.id, { spendCapMinor: null, stopsAtCap: true })).toEqual({
    ok: true,
    changed: true,
  });
  expect(await reasonOf()).toBeNull();
});

test.for([-1, 1.5, Number.NaN, 2 ** 60])("a cap of %d is refused", async (spendCapMinor) => {
  const shop = await newOrganization();
  const owner = await memberOf(shop.id, "owner");
  expect(await setSpendCap(owner, shop.id, { spendCapMinor, stopsAtCap: true })).toEqual({
    ok: false,
    reason: "cap_invalid",
  });
});
