import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import { afterAll, expect, inject, test } from "vitest";
import { sealOrganization } from "#lib/billing/ledger-seal.ts";
import { bundle } from "#tests/support/bundle.ts";
import { inFull } from "#tests/support/full.ts";
import { past } from "#tests/support/ledger.ts";
import { countRows } from "#tests/support/organization.ts";
import { customer, enterStripe, meteredAt, sumAt } from "#tests/support/stripe.ts";

const KILLS = inFull(100, 5);
const SHOPS = 3;
const CHECKS = inFull(200, 40);

/** The job alone, in a process that can be killed. */
const JOB = `
  import { loadConfiguration } from "#lib/eid/read-providers.ts";
  import { sendMeterEvents } from "#lib/billing/stripe/meter.ts";
  import { closeDatabase } from "#lib/runtime/database.ts";
  loadConfiguration();
  await sendMeterEvents();
  await closeDatabase();
`;

const stripe = await enterStripe();
const program = bundle(JOB);
afterAll(stripe.close);

test("killed between telling Stripe and marking it, Stripe has each batch once, and its sum is the ledger's", async () => {
  const shops = await Promise.all(Array.from({ length: SHOPS }, untold));
  const theirs = shops.map(({ id }) => id);
  const marked = () =>
    countRows(sql`SELECT count(sent_at)::int AS n FROM stripe_meter_batch WHERE organization_id IN ${theirs}`);
  let diedUnmarked = 0;
  for (let round = 0; round < KILLS; round += 1) {
    const { child, ended } = run();
    // Some die at the first event that is new, some later.
    let left = round % 3;
    stripe.hooks.after = async () => {
      left -= 1;
      if (left >= 0) return;
      // Stripe has it, and does not answer before the process is gone.
      child.kill("SIGKILL");
      await ended;
    };
    const [, signal] = await ended;
    if (signal === "SIGKILL" && (await marked()) < stripe.account.meterEvents.size) diedUnmarked += 1;
  }
  expect(diedUnmarked).toBe(KILLS);
  stripe.hooks.after = async () => {};
  expect(await run().ended).toEqual([0, null]);
  for (const { id, customer } of shops) {
    expect(meteredAt(stripe, customer)).toHaveLength(CHECKS);
    expect(sumAt(stripe, customer)).toBe(
      await countRows(sql`SELECT sum(price_minor)::int AS n FROM billing_event WHERE organization_id = ${id}`),
    );
  }
  expect(await marked()).toBe(SHOPS * CHECKS);
}, 300_000);

/** A shop with a ledger that Stripe was not told yet: every check of another price, and so a batch of its own. */
async function untold() {
  const shop = await customer(stripe, 30);
  const began = Math.floor(Date.now() / 3_600_000 - 13) * 3_600_000;
  const checks = Array.from({ length: CHECKS }, (_, n) => ({ at: new Date(began + n * 1000), priceMinor: n + 1 }));
  await past(shop, checks);
  await sealOrganization(shop.id);
  return { id: shop.id, customer: shop.sub.customer };
}

function run() {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, ...inject("env"), ...stripe.env, NODE_ENV: "production" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return { child, ended: once(child, "exit") };
}
