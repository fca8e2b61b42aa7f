import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { listDebtors } from "#db/queries/invoice.ts";
import { deleteOrganization } from "#lib/account/delete-organization.ts";
import { setSubscription } from "#lib/billing/subscription.ts";
import { database } from "#lib/database.ts";
import { endOf, periodAfter, periodOf, startOf } from "#lib/rules/period.ts";
import { generate } from "#tests/support/gateway.ts";
import { memberOf } from "#tests/support/member.ts";
import { organization } from "#tests/support/organization.ts";
import { enterStripe, soldPlan, subscribed } from "#tests/support/stripe.ts";

const OPERATOR = { kind: "operator" } as const;
const stripe = await enterStripe();
afterAll(stripe.close);

/** An organization whose plan was bought at Stripe. */
async function customer() {
  const shop = await organization({ subscription: "none" });
  await subscribed(stripe, shop.id, await soldPlan());
  return shop;
}

const owes = async (id: string, period: string) =>
  (await listDebtors(database(), startOf(period), endOf(period))).includes(id);

test("who has subscribed at Stripe is invoiced there and not here, from that month on", async () => {
  const [shop, other] = [await customer(), await organization()];
  for (const one of [shop, other]) await generate("b", one);
  const month = periodOf(new Date());
  expect([await owes(shop.id, month), await owes(other.id, month)]).toEqual([false, true]);
  await database().execute(
    sql`UPDATE stripe_customer SET created_at = ${startOf(periodAfter(month)).toISOString()} WHERE organization_id = ${shop.id}`,
  );
  expect(await owes(shop.id, month), "a month from before").toBe(true);
});

test("an organization is not deleted while Stripe charges for it; when that has ended, it is", async () => {
  const shop = await customer();
  const owner = await memberOf(shop.id, "owner");
  expect(await deleteOrganization(owner, shop.id, "Test shop")).toEqual({ ok: false, reason: "subscription_lives" });
  await setSubscription(OPERATOR, shop.id, { status: "canceled" });
  expect(await deleteOrganization(owner, shop.id, "Test shop")).toMatchObject({ ok: true });
});
