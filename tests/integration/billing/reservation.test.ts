import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { lockOrganization } from "#db/queries/organization-lock.ts";
import { readReservation, setSpendCap } from "#lib/billing/spend-cap.ts";
import { setSubscription } from "#lib/billing/subscription.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { purgePages } from "#lib/retention/purge.ts";
import { database } from "#lib/runtime/database.ts";
import { takeClaim } from "#lib/verification/claim-limit.ts";
import { recordedCodes } from "#tests/support/activity.ts";
import { type Claimed, claim, claims, end, linksOf, lockedShop, press, reservedChecks } from "#tests/support/claims.ts";
import { generate } from "#tests/support/gateway.ts";
import { countRows, newOrganization } from "#tests/support/organization.ts";
import { isWaitedFor, somebodyWaitsFor } from "#tests/support/organization-lock.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const OPERATOR = { kind: "operator" } as const;

/** Provider s costs 10, provider b 12. Its calls carry the secret, so its checks may take the whole room. */
const shopWith = (capMinor: number, terms = {}) => lockedShop({ spendCapMinor: capMinor, terms });

const capAt = (id: string, spendCapMinor: number | null, stopsAtCap = true) =>
  setSpendCap(OPERATOR, id, { spendCapMinor, stopsAtCap });

const reasonOf = async (shop: { key: string; domain: string }, provider: "s" | "b") =>
  (await generate(provider, shop)).headers.get("ageway-reason");

/** So many checks of the shop that are under way; as many visitors may be refused. */
const underWayOf = async (shop: { key: string; domain: string }, visitors: number) =>
  (await claims(await linksOf(shop, visitors))).underWay;

/** As if the checks had been claimed earlier, with their reservations. */
async function age(shopId: string, ids: readonly string[], ms: number): Promise<void> {
  const by = sql`${ms} * interval '1 millisecond'`;
  for (const id of ids) {
    await database().execute(sql`
      WITH moved AS (
        UPDATE verification SET started_at = started_at - ${by}, reserved_until = reserved_until - ${by} WHERE id = ${id} RETURNING *
      ), taken AS (
        UPDATE reservation r SET checks = checks - 1 FROM moved m
        WHERE r.organization_id = ${shopId} AND r.until = m.reserved_until + ${by} AND r.price_minor = m.reserved_minor
      )
      INSERT INTO reservation AS r SELECT organization_id, reserved_until, reserved_minor, with_secret, 1 FROM moved
      ON CONFLICT (organization_id, until, price_minor, with_secret) DO UPDATE SET checks = r.checks + 1`);
  }
}

test("a cap of 24 checks lets 24 of 30 visitors at once go to the eID; who reads of it may try again, or go back", async () => {
  const shop = await shopWith(240);
  const { underWay, refused } = await claims(await linksOf(shop, 30));
  expect([underWay.length, refused.length, await shop.spent()]).toEqual([24, 6, 0]);
  expect([await reasonOf(shop, "s"), await reasonOf(shop, "b")]).toEqual(["spend_cap_reached", "spend_cap_reached"]);
  const [waits, leaves, late] = refused as [Claimed, Claimed, Claimed];
  expect(waits.posted.text).toMatch(/do=confirm.*do=leave/s);
  expect((await press(waits)).eid).toBeNull();
  await end(underWay[0] as Claimed, "seventeen");
  expect([await shop.spent(), await reservedChecks(shop.id)]).toEqual([0, { counted: 23, underWay: 23 }]);
  expect((await press(waits)).eid).not.toBeNull();
  expect((await press(late)).eid).toBeNull();
  const home = await leaves.visitor.go(`${leaves.link}&do=leave`, "POST");
  expect([home.status, tokenIn(home.headers.get("location"))]).toEqual([303, expect.any(String)]);
  expect(await recordedCodes(shop)).toContain("step shop_unavailable");
});

test("200 links that nobody opens take nothing of the cap from the shop's own visitors and its server", async () => {
  const shop = await newOrganization({ spendCapMinor: 44 });
  const links = await linksOf(shop, 200);
  expect(links.filter((link) => !link.startsWith("http"))).toEqual([]);
  expect(await reservedChecks(shop.id)).toEqual({ counted: 0, underWay: 0 });
  expect(await reasonOf(shop, "b")).toBeNull();
  const [own = ""] = await linksOf(shop, 1);
  expect(tokenIn((await completeFlow(browser(), own, "adult")).headers.get("location"))).not.toBeNull();
  expect([await shop.billed(), await shop.spent()]).toEqual([2, 22]);
});

test("with 24 claims under way, the cap raised and lowered meanwhile: never more than paid for, never free", async () => {
  const shop = await shopWith(240);
  const links = await linksOf(shop, 40);
  const { underWay, refused } = await claims(links.slice(0, 24));
  expect(refused).toEqual([]);
  await capAt(shop.id, 260);
  const more = await claims(links.slice(24, 29));
  expect(more.underWay).toHaveLength(2);
  await capAt(shop.id, 50);
  expect((await claims(links.slice(29, 31))).underWay).toEqual([]);
  const ends = [...underWay, ...more.underWay].map((one, n) => end(one, n % 2 === 0 ? "adult" : "seventeen"));
  await capAt(shop.id, 0);
  await Promise.all(ends);
  expect([await shop.billed(), await shop.spent()]).toEqual([13, 130]);
  // Below what is spent nothing begins; above it exactly what fits.
  expect(await reasonOf(shop, "s")).toBe("spend_cap_reached");
  expect((await claims(links.slice(31, 33))).underWay).toEqual([]);
  await capAt(shop.id, 149);
  expect((await claims(links.slice(33, 36))).underWay).toHaveLength(1);
});

test("claims, calls of b and ends that race while the cap moves never commit more than its highest amount, and fill it", async () => {
  const shop = await shopWith(120);
  const links = await linksOf(shop, 24);
  const caps = (async () => {
    for (const cap of [180, 60, 240, 130]) await capAt(shop.id, cap);
  })();
  const racing = links.map(async (link, n) => {
    const one = await claim(link);
    if (one.eid !== null && n % 3 === 0) await end(one, n % 2 === 0 ? "adult" : "seventeen");
  });
  const calls = Array.from({ length: 12 }, () => generate("b", shop));
  await Promise.all([caps, ...racing, ...calls]);
  const read = await readReservation(OPERATOR, shop.id);
  const committed = (await shop.spent()) + (read.ok ? read.reservedMinor : Number.NaN);
  expect(committed).toBeLessThanOrEqual(240);
  const { counted, underWay } = await reservedChecks(shop.id);
  expect(counted).toBe(underWay);
  // What is left takes exactly what fits.
  await capAt(shop.id, committed + 25);
  expect((await claims(await linksOf(shop, 4))).underWay).toHaveLength(2);
});

test("a claim that waits while somebody lowers the cap finds the new one", async () => {
  const shop = await shopWith(10);
  const [link = ""] = await linksOf(shop, 1);
  const { claiming } = await database().transaction(async (tx) => {
    await lockOrganization(tx, shop.id);
    await tx.execute(sql`UPDATE subscription SET spend_cap_minor = 9 WHERE organization_id = ${shop.id}`);
    const claiming = claim(link);
    await somebodyWaitsFor(tx);
    return { claiming };
  });
  expect([(await claiming).eid, await reservedChecks(shop.id)]).toEqual([null, { counted: 0, underWay: 0 }]);
});

test("of browsers that press the button of one link at once one reserves, and who leaves twice releases once", async () => {
  const shop = await shopWith(100);
  const [link = "", other = ""] = await linksOf(shop, 2);
  const pressed = await Promise.all(Array.from({ length: 8 }, () => claim(link)));
  const [winner] = pressed.filter(({ eid }) => eid !== null);
  await claim(other);
  expect(await reservedChecks(shop.id)).toEqual({ counted: 2, underWay: 2 });
  await Promise.all([1, 2].map(() => winner?.visitor.go(`${link}&do=leave`, "POST")));
  expect(await reservedChecks(shop.id)).toEqual({ counted: 1, underWay: 1 });
});

test("a check with a test key reserves nothing of what live checks may cost", async () => {
  const shop = await shopWith(10);
  const made = await createKey(OPERATOR, { organizationId: shop.id, mode: "test", label: "" });
  const tested = { key: made.ok ? made.key : "", domain: shop.domain };
  expect(await underWayOf(tested, 2)).toHaveLength(2);
  expect(await underWayOf(shop, 2)).toHaveLength(1);
});

test("checks that browsers claimed under no cap, or one that only tells, are reserved once it stops", async () => {
  const shop = await lockedShop({ terms: { spendCapMinor: 30, stopsAtCap: false } });
  expect(await underWayOf(shop, 2)).toHaveLength(2);
  await capAt(shop.id, null);
  expect(await underWayOf(shop, 2)).toHaveLength(2);
  await capAt(shop.id, 50);
  expect(await underWayOf(shop, 3)).toHaveLength(1);
});

test("a call of provider b does not take what a check of provider s has reserved", async () => {
  const shop = await shopWith(33);
  expect(await underWayOf(shop, 2)).toHaveLength(2);
  expect([await reasonOf(shop, "b"), await reasonOf(shop, "b")]).toEqual([null, "spend_cap_reached"]);
});

test("a visitor who does not come back gives the reservation back within a minute and ten seconds of the deadline", async () => {
  const shop = await shopWith(10);
  const { id, url } = await started("s", shop);
  expect((await claim(url)).eid).not.toBeNull();
  const [row] = await database().execute<{ seconds: number }>(sql`
    SELECT extract(epoch FROM reserved_until - started_at)::float8 AS seconds FROM verification WHERE id = ${id}`);
  expect(row?.seconds).toBeGreaterThan(15 * 60 + 10);
  expect(row?.seconds).toBeLessThanOrEqual(16 * 60 + 10);
  expect(await reasonOf(shop, "s")).toBe("spend_cap_reached");
  await age(shop.id, [id], 17 * 60_000);
  expect(await reasonOf(shop, "s")).toBeNull();
  await purgePages();
  expect(
    await countRows(
      sql`SELECT count(*)::int AS n FROM reservation WHERE organization_id = ${shop.id} AND until <= now()`,
    ),
  ).toBe(0);
});

test("who comes back after the deadline, when the place was given to another, is neither answered nor billed", async () => {
  const shop = await shopWith(10);
  const { url, id } = await started("s", shop);
  const [next = ""] = await linksOf(shop, 1);
  const { visitor, eid } = await claim(url);
  const back = await visitor.choose(eid ?? "", "adult");
  await age(shop.id, [id], 17 * 60_000);
  const other = await claim(next);
  await visitor.go(back);
  expect(await shop.billed()).toBe(0);
  await end(other, "adult");
  expect([await shop.billed(), await shop.spent()]).toEqual([1, 10]);
});

test("who waits at the gate until the deadline is past is not billed either", async () => {
  const shop = await shopWith(10);
  // On a busy machine two seconds may be over before the visitor is at the gate. Another visitor has more of them.
  for (let seconds = 2, isWaiting = false; !isWaiting; seconds *= 3) {
    const { url, id } = await started("s", shop);
    const { visitor, eid } = await claim(url);
    const back = await visitor.choose(eid ?? "", "adult");
    await database().execute(
      sql`UPDATE verification SET started_at = now() - interval '15 minutes' + ${seconds} * interval '1 second' WHERE id = ${id}`,
    );
    const { answering } = await database().transaction(async (tx) => {
      await lockOrganization(tx, shop.id);
      let isAnswered = false;
      const answering = visitor.go(back).finally(() => {
        isAnswered = true;
      });
      while (!isAnswered && !isWaiting) isWaiting = await isWaitedFor(tx);
      const isOver = () =>
        countRows(
          sql`SELECT (started_at <= clock_timestamp() - interval '15 minutes')::int AS n FROM verification WHERE id = ${id}`,
        );
      await expect.poll(isOver).toBe(1);
      return { answering };
    });
    await answering;
    expect(await shop.billed()).toBe(0);
    await age(shop.id, [id], 17 * 60_000);
  }
});

test("a check costs what it reserved at its claim, even if the price was changed while it was under way", async () => {
  const shop = await shopWith(100);
  const links = await linksOf(shop, 4);
  const first = await claim(links[0] ?? "");
  await setSubscription(OPERATOR, shop.id, { priceSMinor: 70 });
  // 10 are reserved: 70 more fit, 140 more do not.
  const { underWay } = await claims(links.slice(1));
  expect(underWay).toHaveLength(1);
  await end(first, "adult");
  expect(await shop.spent()).toBe(10);
  await end(underWay[0] as Claimed, "adult");
  expect(await shop.spent()).toBe(80);
});

test("what is reserved keeps the currency as it is, and a link that nobody claimed does not", async () => {
  const [opened, claimed] = [await newOrganization(), await newOrganization()];
  await started("s", opened);
  await claim((await started("s", claimed)).url);
  expect(await setSubscription(OPERATOR, claimed.id, { currency: "SEK" })).toMatchObject({ reason: "currency_fixed" });
  expect(await setSubscription(OPERATOR, opened.id, { currency: "SEK" })).toMatchObject({ ok: true });
});

test("included checks go to those that end first, and a check under way counts as paid where none may be left", async () => {
  const shop = await shopWith(20, { includedChecks: 2 });
  // Two may be included, and two are paid from the cap.
  const underWay = await underWayOf(shop, 6);
  expect(underWay).toHaveLength(4);
  for (const one of underWay) await end(one, "adult");
  const rows = await database().execute<{ basis: string }>(sql`
    SELECT basis FROM billing_event WHERE organization_id = ${shop.id} ORDER BY created_at`);
  expect(rows.map(({ basis }) => basis)).toEqual(["included", "included", "price", "price"]);
  expect(await shop.spent()).toBe(20);
});

test("an included check that ended with a no is there for the next", async () => {
  const shop = await shopWith(0, { includedChecks: 2 });
  const [spare = "", ...links] = await linksOf(shop, 5);
  const { underWay } = await claims(links);
  expect(underWay).toHaveLength(2);
  expect((await claim(spare)).eid).toBeNull();
  await end(underWay[0] as Claimed, "cancel");
  const third = await claim(spare);
  await end(third, "adult");
  expect([await shop.billed(), await shop.spent()]).toEqual([1, 0]);
});

test("the billing page can say what is reserved beside what is spent: included checks are not", async () => {
  const shop = await shopWith(100, { includedChecks: 1 });
  const reserved = async () => {
    const read = await readReservation(OPERATOR, shop.id);
    return read.ok && read.reservedMinor;
  };
  expect(await reserved()).toBe(0);
  const links = await linksOf(shop, 3);
  expect(await reserved()).toBe(0);
  const [one, other, third] = (await claims(links)).underWay as [Claimed, Claimed, Claimed];
  expect(await reserved()).toBe(20);
  await end(one, "adult");
  expect([await reserved(), await shop.spent()]).toEqual([20, 0]);
  await end(other, "seventeen");
  await end(third, "adult");
  expect([await reserved(), await shop.spent()]).toEqual([0, 10]);
});

test("checks that began without a secret take half of the room, whoever claims them; the backend has the rest", async () => {
  const open = await newOrganization({ spendCapMinor: 240 });
  const { underWay } = await claims(await linksOf(open, 16));
  expect(underWay).toHaveLength(12);
  // Nobody of them is told otherwise by the generator, which has room left.
  expect(await reasonOf(open, "s")).toBeNull();
  for (let n = 0; n < 10; n += 1) expect(await reasonOf(open, "b")).toBeNull();
  expect(await reasonOf(open, "b")).toBe("spend_cap_reached");
});

test("a caller who has 300 checks under way without a secret claims no more; others do, and a check that ends makes room", async () => {
  const [shop, locked] = [await newOrganization(), await lockedShop({})];
  const keys = await database().execute<{ id: string }>(
    sql`SELECT id FROM plugin_key WHERE key IN (${shop.key}, ${locked.key})`,
  );
  const links = await linksOf(shop, 4);
  const [stranger, other] = ["192.0.2.1", "198.51.100.7"];
  const first = await claim(links[0] ?? "", stranger);
  // At a moment to come, so that no token is back before this test ends.
  const later = performance.now() + 600_000;
  const take = (pluginKeyId: string) => takeClaim({ pluginKeyId, withSecret: false }, stranger, later);
  for (const { id } of keys) expect(Array.from({ length: 301 }, () => take(id)).indexOf(false)).toBe(300);
  const refused = await claim(links[1] ?? "", stranger);
  expect([refused.eid, refused.posted.headers.get("ageway-reason")]).toEqual([null, "shop_unavailable"]);
  expect((await claim(links[2] ?? "", other)).eid).not.toBeNull();
  expect((await claim((await linksOf(locked, 1))[0] ?? "", stranger)).eid).not.toBeNull();
  await end(first, "cancel");
  const [own] = await database().execute<{ id: string }>(sql`SELECT id FROM plugin_key WHERE key = ${shop.key}`);
  expect([take(own?.id ?? ""), take(own?.id ?? "")]).toEqual([true, false]);
});
