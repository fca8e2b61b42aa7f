import { sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { openCapability } from "#lib/capability.ts";
import { database } from "#lib/database.ts";
import { startApp } from "#tests/support/app.ts";
import { generate } from "#tests/support/gateway.ts";
import { count, organization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";

const ROUNDS = 8;
const CALLERS = 16;

test("whenever the app is killed, every answered 200 is in the database with exactly one event, and no event stands alone", async () => {
  const shop = await organization();
  let answered = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const app = await startApp({ ...inject("env"), RATE_LIMIT_KEY: "1000000" }, await freePort());
    process.env.DOOR_URL = app.url;
    const ids: string[] = [];
    let isDead = false;
    const call = async () => {
      while (!isDead) {
        const answer = await generate("b", shop).catch(() => null);
        if (answer === null) return;
        expect(answer.status).toBe(200);
        const { url } = answer.body as { url: string };
        ids.push(openCapability("session", new URL(url).searchParams.get("session") ?? "") ?? "no session");
      }
    };
    const callers = Array.from({ length: CALLERS }, call);
    await until(() => ids.length > 20 + round * 37);
    await app.kill();
    isDead = true;
    await Promise.all(callers);
    answered += ids.length;
    const kept = await database().execute<{ id: string }>(sql`
      SELECT v.id FROM verification v JOIN billing_event e ON e.verification_id = v.id WHERE v.id IN ${ids}`);
    expect(kept.length).toBe(new Set(ids).size);
  }
  expect(answered).toBeGreaterThan(ROUNDS * 20);
  expect(await shop.started()).toBeGreaterThanOrEqual(answered);
  // A killed commit is there as a whole or not at all.
  expect(await shop.billed()).toBe(await shop.started());
  const spent = await count(
    sql`SELECT coalesce(sum(price_minor), 0)::int AS n FROM billing_event WHERE organization_id = ${shop.id}`,
  );
  expect(await shop.spent()).toBe(spent);
}, 120_000);

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise(setImmediate);
}
