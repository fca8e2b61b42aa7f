import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { lockOrganization } from "#db/queries/organization-lock.ts";
import { readReservation, setSpendCap } from "#lib/billing/spend-cap.ts";
import { setSubscription } from "#lib/billing/subscription.ts";
import { database } from "#lib/core/database.ts";
import { generate } from "#tests/support/gateway.ts";
import { countRows, newOrganization } from "#tests/support/organization.ts";
import { isWaitedFor } from "#tests/support/organization-lock.ts";
import { homeAs } from "#tests/support/shopper.ts";
import { browser, completeFlow, started } from "#tests/support/visitor.ts";

const OPERATOR = { kind: "operator" } as const;

/** Provider s costs 10, provider b 12. */
const shopWith = (capMinor: number, terms = {}) => newOrganization({ spendCapMinor: capMinor, terms });

const capAt = (id: string, spendCapMinor: number | null, stopsAtCap = true) =>
  setSpendCap(OPERATOR, id, { spendCapMinor, stopsAtCap });

/** Starts so many checks at once; answers the links of those that were admitted. */
async function linksOf(shop: { key: string; domain: string }, calls: number): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: calls }, () => generate("s", shop)));
  for (const { status, headers } of answers)
    if (status !== 200) expect(headers.get("ageway-reason")).toBe("spend_cap_reached");
  return answers.flatMap(({ status, body }) => (status === 200 ? [(body as { url: string }).url] : []));
}

/** Claims the link, is an adult at the eID, and stands before the way back to us. */
async function atTheEid(url: string) {
  const visitor = browser();
  await visitor.go(url);
  const posted = await visitor.go(`${url}&do=confirm`, "POST");
  return { visitor, back: await visitor.choose(posted.headers.get("location") ?? "", "adult") };
}

const reasonOf = async (shop: { key: string; domain: string }, provider: "s" | "b") =>
  (await generate(provider, shop)).headers.get("ageway-reason");

test("a cap of 24 checks admits 24 checks of provider s at once, and the 25th when one of them ended with a no", async () => {
  const shop = await shopWith(240);
  const links = await linksOf(shop, 30);
  expect(links).toHaveLength(24);
  expect(await shop.spent()).toBe(0);
  expect([await reasonOf(shop, "s"), await reasonOf(shop, "b")]).toEqual(["spend_cap_reached", "spend_cap_reached"]);
  await homeAs(links[0] ?? "", "seventeen");
  expect(await shop.spent()).toBe(0);
  expect(await linksOf(shop, 3)).toHaveLength(1);
});

test("with 24 checks under way, the cap raised and lowered meanwhile: never more than paid for, never free", async () => {
  const shop = await shopWith(240);
  const links = await linksOf(shop, 24);
  await capAt(shop.id, 260);
  links.push(...(await linksOf(shop, 5)));
  expect(links).toHaveLength(26);
  await capAt(shop.id, 50);
  expect(await linksOf(shop, 2)).toEqual([]);
  const flows = links.map((link, n) => homeAs(link, n % 2 === 0 ? "adult" : "seventeen"));
  await capAt(shop.id, 0);
  await Promise.all(flows);
  expect([await shop.billed(), await shop.spent()]).toEqual([13, 130]);
  // Below what is spent nothing begins; above it exactly what fits.
  expect(await linksOf(shop, 2)).toEqual([]);
  await capAt(shop.id, 149);
  expect(await linksOf(shop, 3)).toHaveLength(1);
});

test("checks that began under no cap, or one that only tells, are reserved once it stops", async () => {
  const shop = await newOrganization({ terms: { spendCapMinor: 30, stopsAtCap: false } });
  expect(await linksOf(shop, 2)).toHaveLength(2);
  await capAt(shop.id, null);
  expect(await linksOf(shop, 2)).toHaveLength(2);
  await capAt(shop.id, 50);
  expect(await linksOf(shop, 3)).toHaveLength(1);
});

test("a call of provider b does not take what a check of provider s has reserved", async () => {
  const shop = await shopWith(33);
  expect(await linksOf(shop, 2)).toHaveLength(2);
  expect([await reasonOf(shop, "b"), await reasonOf(shop, "b")]).toEqual([null, "spend_cap_reached"]);
});

test("a link that nobody claims, and a visitor who does not come back, give their reservation back", async () => {
  const shop = await shopWith(20);
  const [unclaimed, claimed] = [await started("s", shop), await started("s", shop)];
  const visitor = browser();
  await visitor.go(claimed.url);
  await visitor.go(`${claimed.url}&do=confirm`, "POST");
  const move = (id: string, column: string, ms: number) =>
    database().execute(sql`UPDATE verification SET ${sql.identifier(column)} = now() - ${ms} * interval '1 millisecond'
      WHERE id = ${id}`);
  expect(await reasonOf(shop, "s")).toBe("spend_cap_reached");
  // A claim that began in time may be stored ten seconds late, and no later.
  await move(unclaimed.id, "created_at", 10 * 60_000 + 9_000);
  await move(claimed.id, "started_at", 15 * 60_000 + 9_000);
  expect(await reasonOf(shop, "s")).toBe("spend_cap_reached");
  await move(unclaimed.id, "created_at", 10 * 60_000 + 10_000);
  expect(await linksOf(shop, 3)).toHaveLength(1);
  await move(claimed.id, "started_at", 15 * 60_000 + 10_000);
  expect(await linksOf(shop, 3)).toHaveLength(1);
});

test("who comes back after the deadline, when the place was given to another, is neither answered nor billed", async () => {
  const shop = await shopWith(10);
  const { url, id } = await started("s", shop);
  const { visitor, back } = await atTheEid(url);
  await database().execute(
    sql`UPDATE verification SET started_at = now() - interval '15 minutes 10 seconds' WHERE id = ${id}`,
  );
  const [next = ""] = await linksOf(shop, 1);
  await visitor.go(back);
  expect(await shop.billed()).toBe(0);
  await completeFlow(browser(), next, "adult");
  expect([await shop.billed(), await shop.spent()]).toEqual([1, 10]);
});

test("who waits at the gate until the deadline is past is not billed either", async () => {
  const shop = await shopWith(10);
  // On a busy machine two seconds may be over before the visitor is at the gate. Another visitor has more of them.
  for (let seconds = 2, isWaiting = false; !isWaiting; seconds *= 3) {
    const { url, id } = await started("s", shop);
    const { visitor, back } = await atTheEid(url);
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
  }
});

test("a check costs what it reserved, even if the price was changed while it was under way", async () => {
  const shop = await shopWith(100);
  const [link = ""] = await linksOf(shop, 1);
  await setSubscription(OPERATOR, shop.id, { priceSMinor: 70 });
  // 10 are reserved: 70 more fit, 140 more do not.
  const [dearer = ""] = await linksOf(shop, 2);
  expect(await linksOf(shop, 1)).toEqual([]);
  await completeFlow(browser(), link, "adult");
  expect(await shop.spent()).toBe(10);
  await completeFlow(browser(), dearer, "adult");
  expect(await shop.spent()).toBe(80);
});

test("what is reserved keeps the currency as it is", async () => {
  const shop = await newOrganization();
  await started("s", shop);
  expect(await setSubscription(OPERATOR, shop.id, { currency: "SEK" })).toMatchObject({ reason: "currency_fixed" });
});

test("included checks go to those that end first, and a check under way counts as paid where none may be left", async () => {
  const shop = await shopWith(20, { includedChecks: 2 });
  // Two may be included, and two are paid from the cap.
  const links = await linksOf(shop, 6);
  expect(links).toHaveLength(4);
  for (const link of links) await completeFlow(browser(), link, "adult");
  const rows = await database().execute<{ basis: string }>(sql`
    SELECT basis FROM billing_event WHERE organization_id = ${shop.id} ORDER BY created_at`);
  expect(rows.map(({ basis }) => basis)).toEqual(["included", "included", "price", "price"]);
  expect(await shop.spent()).toBe(20);
});

test("an included check that ended with a no is there for the next", async () => {
  const shop = await shopWith(0, { includedChecks: 2 });
  const [first = ""] = await linksOf(shop, 4);
  expect(await linksOf(shop, 1)).toEqual([]);
  await homeAs(first, "cancel");
  const [third = ""] = await linksOf(shop, 2);
  await completeFlow(browser(), third, "adult");
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
  expect(await reserved()).toBe(20);
  await homeAs(links[0] ?? "", "adult");
  expect([await reserved(), await shop.spent()]).toEqual([20, 0]);
  await homeAs(links[1] ?? "", "seventeen");
  await homeAs(links[2] ?? "", "adult");
  expect([await reserved(), await shop.spent()]).toEqual([0, 10]);
});

test("a check that a version without reservations admitted counts at the price of now", async () => {
  const shop = await shopWith(25);
  const { id } = await started("s", shop);
  await database().execute(sql`UPDATE verification SET reserved_minor = NULL WHERE id = ${id}`);
  expect(await linksOf(shop, 3)).toHaveLength(1);
});
