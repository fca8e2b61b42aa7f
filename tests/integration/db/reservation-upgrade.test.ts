import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import journal from "#db/migrations/meta/_journal.json" with { type: "json" };
import { readReserved } from "#db/queries/reservation.ts";
import { completeVerification } from "#db/queries/verification-completion.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { newPluginKey } from "#lib/keys/plugin-key.ts";
import { config } from "#lib/runtime/config.ts";
import { databaseOf, folderOf } from "#tests/support/migrations.ts";
import { ownerUrl } from "#tests/support/owner.ts";

test("checks that browsers claimed before the upgrade keep their reservation and release it; links, ends, b and tests have none", async () => {
  const url = await databaseOf(folderOf(journal.entries.findIndex(({ tag }) => tag.endsWith("_reservation"))));
  const db = connect(databaseAt(url), { max: 1 });
  onTestFinished(() => db.$client.end());
  const [shop, open, locked] = [uuidV7(), uuidV7(), uuidV7()];
  await db.execute(sql`INSERT INTO organization (id, name) VALUES (${shop}, 'Shop')`);
  await db.execute(sql`
    INSERT INTO plugin_key (id, organization_id, key, mode, locked_at)
    VALUES (${open}, ${shop}, ${newPluginKey("live")}, 'live', NULL), (${locked}, ${shop}, ${newPluginKey("live")}, 'live', now())`);
  await db.execute(sql`
    INSERT INTO subscription (organization_id, status, currency, price_s_minor, price_b_minor) VALUES (${shop}, 'active', 'EUR', 11, 12)`);
  const written = async (key: string, given: Record<string, unknown> = {}) => {
    const row = { id: uuidV7(), provider: "s", mode: "live", minutes: 1, reserved: 10, outcome: null, ...given };
    await db.execute(sql`
      INSERT INTO verification (id, organization_id, plugin_key_id, provider, mode, minimum_age, device, return_origin, started_at,
        reserved_minor, completed_at, outcome)
      VALUES (${row.id}, ${shop}, ${key}, ${row.provider}, ${row.mode}, 18, ${Buffer.alloc(32)}, 'https://shop.example',
        now() - ${row.minutes} * interval '1 minute', ${row.reserved},
        CASE WHEN ${row.outcome}::text IS NOT NULL THEN now() END, ${row.outcome})`);
    return row.id;
  };
  const first = await written(open);
  await written(open);
  await written(open, { minutes: 14, reserved: null });
  await written(locked);
  await written(open, { minutes: null });
  await written(open, { minutes: 16 });
  await written(open, { outcome: "verified" });
  await written(open, { provider: "b", reserved: null });
  await written(open, { mode: "test", reserved: null });
  await migrate(databaseAt(ownerUrl(url)));
  const reserved = async () =>
    (await readReserved(db, shop))
      .map(({ priceMinor, withSecret, checks }) => `${checks} at ${priceMinor}${withSecret ? " with the secret" : ""}`)
      .toSorted();
  expect(await reserved()).toEqual(["1 at 10 with the secret", "1 at 11", "2 at 10"]);
  const [row] = await db.execute<{ startedAt: Date }>(
    sql`SELECT started_at AS "startedAt" FROM verification WHERE id = ${first}`,
  );
  const startedAt = row?.startedAt ?? null;
  expect(await completeVerification(db, { id: first, outcome: "cancelled", startedAt, ...config().ttl })).toBe(true);
  expect(await reserved()).toEqual(["1 at 10", "1 at 10 with the secret", "1 at 11"]);
});
