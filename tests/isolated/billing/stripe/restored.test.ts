import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { sealOrganization } from "#lib/billing/ledger-seal.ts";
import { sendMeterEvents } from "#lib/billing/stripe/meter.ts";
import type { Restored } from "#lib/retention/restored.ts";
import { closeDatabase } from "#lib/runtime/database.ts";
import { ageway } from "#tests/support/command.ts";
import { configure } from "#tests/support/configure.ts";
import { past, tamper } from "#tests/support/ledger.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { ownerUrl } from "#tests/support/owner.ts";
import { customer, enterStripe, sumAt } from "#tests/support/stripe.ts";

const stripe = await enterStripe();
await enterOwnDatabase();
configure({ DATABASE_OWNER_URL: ownerUrl() });
afterAll(stripe.close);
// Batches are numbered from the restore before them, in tens of seconds: an earlier test's is not of the same ten.
beforeEach(() => tamper(sql`UPDATE restore SET created_at = created_at - interval '1 minute'`));

const HOUR_MS = 3_600_000;

type Shop = Awaited<ReturnType<typeof customer>>;

const collected = (shop: Shop) => sumAt(stripe, shop.sub.customer);

async function check(shop: Shop, at: Date, priceMinor: number): Promise<string> {
  const [id = ""] = await past(shop, [{ at, priceMinor }]);
  await sealOrganization(shop.id);
  return id;
}

/** The database as it was before Stripe heard of any of these; `lost`: what was written after the backup. */
async function restore(shop: Shop, lost: string[]): Promise<Restored> {
  const ids = sql.join(
    lost.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  await tamper(
    sql`DELETE FROM stripe_meter_batch WHERE organization_id = ${shop.id}`,
    sql`UPDATE stripe_customer SET sent_position = 0 WHERE organization_id = ${shop.id}`,
    sql`DELETE FROM ledger_seal WHERE event_id IN (${ids})`,
    sql`DELETE FROM billing_event WHERE verification_id IN (${ids})`,
    sql`DELETE FROM ledger_chain WHERE organization_id = ${shop.id}`,
    sql`INSERT INTO ledger_chain SELECT organization_id, position, digest, event_at FROM ledger_seal
      WHERE organization_id = ${shop.id} ORDER BY position DESC LIMIT 1`,
  );
  await closeDatabase();
  const { status, out, err } = await ageway(["restored", "--json"]);
  expect({ status, err }).toEqual({ status: 0, err: "" });
  return JSON.parse(out);
}

test("after a restore Stripe counts no check twice, and counts new ones of an hour that it knows", async () => {
  const shop = await customer(stripe, 40);
  const now = new Date();
  await check(shop, now, 10);
  await sendMeterEvents();
  const lost = await check(shop, now, 20);
  await sendMeterEvents();
  expect(collected(shop)).toBe(30);
  expect((await restore(shop, [lost])).batches).toEqual([]);
  await sendMeterEvents();
  expect(collected(shop)).toBe(30);
  // Without another number, it would be the second of this hour, which Stripe has.
  await check(shop, new Date(), 20);
  await sendMeterEvents();
  expect(collected(shop)).toBe(50);
});

test("what is too old for Stripe to recognize is not sent again, and the operator reads which it is", async () => {
  const shop = await customer(stripe, 40);
  const at = new Date(Date.now() - 30 * HOUR_MS);
  await check(shop, at, 10);
  const lost = await check(shop, at, 20);
  const { batches } = await restore(shop, [lost]);
  expect(batches).toMatchObject([{ organizationId: shop.id, at: at.toISOString(), unitMinor: 10, quantity: 1 }]);
  await sendMeterEvents();
  expect(collected(shop)).toBe(0);
});
