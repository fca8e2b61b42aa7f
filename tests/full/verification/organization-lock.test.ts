import { expect, test } from "vitest";
import { generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { holdingOrganizations, somebodyWaitsFor } from "#tests/support/organization-lock.ts";

type Shop = Awaited<ReturnType<typeof newOrganization>>;

async function timed(shop: Shop) {
  const began = performance.now();
  const { status, headers, text } = await generate("b", shop);
  return { status, text, retryAfter: headers.get("retry-after"), ms: performance.now() - began };
}

test("one organization's held gate answers 503 to its own calls within 4 seconds, and to nobody else's", async () => {
  const [locked, b, c] = [await newOrganization(), await newOrganization(), await newOrganization()];
  const shops = [locked, b, locked, c, locked];
  const answers = await holdingOrganizations([locked], async (tx) => {
    let isOver = false;
    const first = Promise.all(shops.map(timed)).finally(() => {
      isOver = true;
    });
    await somebodyWaitsFor(tx);
    // While they wait, more of everybody's calls come in, which come too late for the batch that waits.
    const later = Promise.all(shops.map(timed));
    expect([(await timed(b)).status, (await timed(c)).status]).toEqual([200, 200]);
    expect(isOver).toBe(false);
    return [...(await first), ...(await later)];
  });
  const isOfLocked = (n: number) => shops[n % shops.length] === locked;
  const soonestMs = Math.min(...answers.filter((_, n) => isOfLocked(n)).map(({ ms }) => ms));
  for (const [n, { status, text, retryAfter, ms }] of answers.entries()) {
    if (!isOfLocked(n)) {
      expect(status).toBe(200);
      expect(ms).toBeLessThan(soonestMs);
    } else {
      expect([status, text, retryAfter]).toEqual([503, '{"url":null}', "5"]);
      expect(ms).toBeLessThan(4_000);
    }
  }
  expect((await timed(locked)).status).toBe(200);
  expect([await locked.billed(), await b.billed(), await c.billed()]).toEqual([1, 3, 3]);
});

test("a call that may be repeated waits no longer than any other", async () => {
  const shop = await newOrganization();
  const call = (order: string) => generate("b", { ...shop, headers: { "Idempotency-Key": order } });
  await holdingOrganizations([shop], async () => expect((await call("too late")).status).toBe(503));
  expect((await call("afterwards")).status).toBe(200);
  expect(await shop.billed()).toBe(1);
});

test("more held organizations than half of the pool leave the others their half", async () => {
  const locked = await Promise.all(Array.from({ length: 6 }, () => newOrganization()));
  const free = await newOrganization();
  await holdingOrganizations(locked, async (tx) => {
    const waiting = Promise.all(locked.map(timed));
    await somebodyWaitsFor(tx);
    const served = [];
    for (let calls = 0; calls < 5; calls += 1) served.push(await timed(free));
    const refused = await waiting;
    for (const { status, ms } of refused) {
      expect(status).toBe(503);
      expect(ms).toBeLessThan(4_000);
    }
    for (const { status, ms } of served) {
      expect(status).toBe(200);
      expect(ms).toBeLessThan(Math.min(...refused.map(({ ms }) => ms)));
    }
  });
  // None of those calls is accepted after its caller was told no.
  for (const shop of locked) expect([(await timed(shop)).status, await shop.billed()]).toEqual([200, 1]);
});
