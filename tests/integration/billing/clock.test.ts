import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { momentOfUuidV7, uuidV7 } from "#lib/base/uuid.ts";
import { encryptId } from "#lib/crypto/opaque-id.ts";
import { database } from "#lib/runtime/database.ts";
import { generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

test.for([
  ["a day ahead", DAY_MS],
  ["a day behind", -DAY_MS],
  ["a month ahead", 31 * DAY_MS],
  ["a month behind", -31 * DAY_MS],
] as const)("with the application's clock %s, a call is booked by the database's", async ([, ms]) => {
  const shop = await newOrganization();
  setClock(ms);
  expect((await generate("b", shop)).status).toBe(200);
  await isBookedNow(shop.id);
});

test.for([
  ["a day", -DAY_MS],
  ["a month", -31 * DAY_MS],
] as const)(
  "with the application's clock %s behind, a check at the eID is booked by the database's",
  async ([, ms]) => {
    const shop = await newOrganization();
    setClock(ms);
    const { url } = await started("s", shop);
    const home = await completeFlow(browser(), url, "adult");
    expect(tokenIn(home.headers.get("location"))).not.toBeNull();
    await isBookedNow(shop.id);
  },
);

test("a row of the ledger is no older than its check, also where the database's clock was set back meanwhile", async () => {
  const shop = await newOrganization();
  const { url, id } = await started("s", shop);
  const later = uuidV7(momentOfUuidV7(id) + HOUR_MS);
  await database().execute(sql`UPDATE verification SET id = ${later} WHERE id = ${id}`);
  const link = new URL(url);
  link.searchParams.set("session", encryptId("session", later));
  const home = await completeFlow(browser(), link.href, "adult");
  expect(tokenIn(home.headers.get("location"))).not.toBeNull();
  const [row] = await database().execute<{ at: Date }>(
    sql`SELECT created_at AS at FROM billing_event WHERE organization_id = ${shop.id}`,
  );
  expect(Number(row?.at)).toBe(momentOfUuidV7(later));
});

test("with the application's clock a day ahead, what the eID says has expired: nothing is proven, and nothing billed", async () => {
  const shop = await newOrganization();
  setClock(DAY_MS);
  const { url } = await started("s", shop);
  const home = await completeFlow(browser(), url, "adult");
  expect(tokenIn(home.headers.get("location"))).toBeNull();
  expect(await shop.billed()).toBe(0);
});

function setClock(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
}

/** One row, of this minute and in the running total of this month, as the database knows them. */
async function isBookedNow(id: string): Promise<void> {
  const [{ ageSeconds, month } = expect.fail()] = await database().execute<{ ageSeconds: number; month: string }>(sql`
    SELECT extract(epoch FROM now() - e.created_at) AS "ageSeconds", date_trunc('month', now(), 'UTC')::date AS month
    FROM billing_event e WHERE organization_id = ${id}`);
  const months = await database().execute<{ month: string; events: number }>(
    sql`SELECT period AS month, events FROM usage_counter WHERE organization_id = ${id}`,
  );
  expect(Math.abs(ageSeconds)).toBeLessThan(60);
  expect([...months]).toEqual([{ month, events: 1 }]);
}
