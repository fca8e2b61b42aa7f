import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openPortal } from "#lib/billing/stripe/portal.ts";
import { database } from "#lib/runtime/database.ts";
import type { Subscription } from "#tests/fake-stripe/account.ts";
import { eventOf, type StripeEvent } from "#tests/fake-stripe/webhook.ts";
import { startApp } from "#tests/support/app.ts";
import { tracesOf } from "#tests/support/audit.ts";
import { generate } from "#tests/support/gateway.ts";
import { countRows, newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { prng } from "#tests/support/prng.ts";
import { deliver, deliverText, enterStripe, openCheckout, soldPlan, subscribed } from "#tests/support/stripe.ts";

/** What Stripe tells here goes through the real server, as in production. */
const port = await freePort();
const stripe = await enterStripe({ port });
let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp({ ...inject("env"), ...stripe.env, LOG_LEVEL: "info" }, port);
  process.env.SERVER_URL = app.url;
});
afterAll(async () => {
  await app.stop();
  await stripe.close();
});

test("from Stripe's page to the first paid check, and from its portal to the last", async () => {
  const [shop, plan] = [await newOrganization({ subscription: "none" }), await soldPlan()];
  const reasonOf = async () => (await generate("b", shop)).headers.get("ageway-reason");
  expect(await reasonOf()).toBe("subscription_inactive");
  const started = await openCheckout({ kind: "operator" }, shop.id, plan);
  const paid = await fetch(started.ok ? started.url : "", { method: "POST", redirect: "manual" });
  expect([paid.status, paid.headers.get("location")]).toEqual([
    303,
    `${process.env.BASE_URL}/dashboard/billing/plan?checkout=done`,
  ]);
  expect(await reasonOf()).toBeNull();
  const portal = await openPortal({ kind: "operator" }, shop.id);
  const [sub] = [...stripe.account.subscriptions.values()].filter(({ metadata }) => metadata.plan_id === plan);
  await fetch(portal.ok ? portal.url : "", {
    method: "POST",
    body: new URLSearchParams({ cancel: sub?.id ?? "" }),
    redirect: "manual",
  });
  expect(await reasonOf()).toBe("subscription_inactive");
});

const SHOPS = 10;
const ROUNDS = 10;
const A_ROUND = 100;

test("events, replayed and reordered: one effect each, and in the end what Stripe says; one with a wrong signature: none", async () => {
  const plan = await soldPlan();
  const shops: { id: string; sub: Subscription; reported: string[] }[] = [];
  for (let n = 0; n < SHOPS; n += 1) {
    const { id } = await newOrganization({ subscription: "none" });
    shops.push({ id, sub: await subscribed(stripe, id, plan), reported: ["active"] });
  }
  const next = prng(20_260_701);
  const [events, before]: [StripeEvent[], number] = [[], stripe.calls.length];
  let heard = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { sub, reported } of shops) {
      // What an event shows is true when it is made, and stale when it is told again.
      sub.status = sub.status === "active" ? "past_due" : "active";
      reported.push(sub.status);
      events.push(eventOf(sub.status === "active" ? "invoice.paid" : "customer.subscription.updated", sub));
    }
    const news = events.slice(-SHOPS);
    const old = Array.from({ length: A_ROUND - SHOPS }, () => events[Math.floor(next() * events.length)]);
    const all = [...news, ...old.filter((event) => event !== undefined)].toSorted(() => next() - 0.5);
    const statuses = await Promise.all(all.map(async (event) => (await deliver(stripe, event)).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    heard += statuses.length;
  }
  expect(heard).toBe(ROUNDS * A_ROUND);
  // Each distinct event was looked into once.
  expect(stripe.calls.length - before).toBe(SHOPS * ROUNDS);
  const [forged] = shops;
  if (!forged) throw new Error("There is no shop");
  const lie = eventOf("customer.subscription.deleted", forged.sub);
  forged.sub.status = "canceled";
  expect((await deliver(stripe, lie, { secret: "whsec_of_somebody_else" })).status).toBe(400);
  forged.sub.status = "active";
  const ids = [...events, lie].map(({ id }) => id);
  expect(await countRows(sql`SELECT count(*)::int AS n FROM stripe_event WHERE id IN ${ids}`)).toBe(SHOPS * ROUNDS);
  for (const { id, sub, reported } of shops) {
    const traces = await tracesOf(id, "subscription.followed");
    expect(traces.map(({ after }) => (after as { status: string }).status)).toEqual(reported);
    const [row] = await database().execute(sql`SELECT status FROM subscription WHERE organization_id = ${id}`);
    expect(row).toEqual({ status: sub.status });
  }
});

test("the body is read to the byte, whatever letters are in it", async () => {
  const event = { ...eventOf("customer.created", { customer: "cus_none" }), note: "Ærø ☃ 🍷 \\u0000" };
  expect((await deliverText(stripe, JSON.stringify(event, null, 2))).status).toBe(200);
  expect((await deliverText(stripe, JSON.stringify(event), { signed: JSON.stringify(event, null, 2) })).status).toBe(
    400,
  );
});

test("the log holds none of the secrets", async () => {
  expect(app.output()).toContain('"event":"listening"');
  for (const word of [...stripe.secrets, stripe.env.STRIPE_SECRET_KEY]) expect(app.output()).not.toContain(word);
});
