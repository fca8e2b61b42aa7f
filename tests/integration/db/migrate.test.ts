import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { insertOrganization } from "#db/queries/organization-lock.ts";
import { databaseOf, folderWith, holdingTheTurn } from "#tests/support/migrations.ts";
import { somebodyWaitsFor } from "#tests/support/organization-lock.ts";
import { asOwner, ownerUrl } from "#tests/support/owner.ts";

// There is no older version before the first release, so the next version is made up: its migrations follow the real ones.

test("callers whom the old version serves while the next one migrates a database with data are served to the end", async () => {
  const url = await databaseOf();
  const pool = connect(databaseAt(url), { max: 2 });
  await pool.transaction((tx) => insertOrganization(tx, { id: "00000000-0000-7000-8000-000000000001", name: "Shop" }));
  const next = folderWith(
    "ALTER TABLE organization ADD COLUMN next text",
    "ALTER TABLE plugin_key ADD COLUMN next text",
  );
  const { migrating, served } = await pool.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1 FROM plugin_key`);
    const migrating = migrate(databaseAt(ownerUrl(url)), "", next);
    await somebodyWaitsFor(tx);
    // A migration that still had organization locked would wait for us, and we for it.
    const served = await tx.execute(sql`SELECT name FROM organization`);
    return { migrating: { done: migrating }, served: [...served] };
  });
  expect(served).toEqual([{ name: "Shop" }]);
  await migrating.done;
  expect([...(await pool.execute(sql`SELECT name, next FROM organization`))]).toEqual([{ name: "Shop", next: null }]);
  await pool.execute(sql`SELECT next FROM plugin_key`);
  await pool.$client.end();
});

test("a migration that waits for a long statement of the old version lets its other callers through before that ends", async () => {
  const url = await databaseOf();
  const pool = connect(databaseAt(url), { max: 2 });
  const reader = connect(databaseAt(url), { max: 1 });
  const next = folderWith("ALTER TABLE billing_event ADD COLUMN next text");
  const { migrating } = await reader.transaction(async (long) => {
    await long.execute(sql`SELECT 1 FROM billing_event`);
    const migrating = { done: migrate(databaseAt(ownerUrl(url)), "", next) };
    await somebodyWaitsFor(long);
    // They come while the migration waits, goes away and waits again; the long statement has not ended.
    for (let calls = 0; calls < 3; calls += 1) await pool.execute(sql`SELECT 1 FROM billing_event`);
    return { migrating };
  });
  await migrating.done;
  expect([...(await pool.execute(sql`SELECT next FROM billing_event`))]).toEqual([]);
  for (const { $client } of [pool, reader]) await $client.end();
});

test("a migration takes as long as it takes, whatever bounds a login or a database has for others", async () => {
  const url = await databaseOf();
  const owner = asOwner(url);
  onTestFinished(() => owner.$client.end());
  const bounds = [
    "statement_timeout",
    "transaction_timeout",
    "idle_in_transaction_session_timeout",
    "idle_session_timeout",
  ];
  for (const bound of bounds)
    await owner.execute(sql.raw(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET ${bound} = '1h'`));
  const unbounded = bounds.map((bound) => `ASSERT current_setting('${bound}') = '0', '${bound}';`);
  await migrate(databaseAt(ownerUrl(url)), "", folderWith(`DO $$ BEGIN ${unbounded.join(" ")} END $$`));
});

test("a migration whose login may not see what the other session does says what it sees", async () => {
  const sentences: string[] = [];
  const notify = (sentence: string) => void sentences.push(sentence);
  await holdingTheTurn(async () => {
    const migrating = migrate(databaseAt(process.env.DATABASE_URL ?? ""), "", folderWith("SELECT 1"), {
      notify,
      firstMs: 0,
      giveUpMs: 300,
    });
    await expect(migrating).rejects.toThrow(
      /gave up after 0 seconds; .* pg_terminate_backend\(\d+\); Then start again\.$/,
    );
  });
  expect(sentences).toEqual([
    expect.stringMatching(
      /^The migration waits for session \d+ \(login \w+, program ageway\), which holds what it needs\. .* or a superuser: /,
    ),
  ]);
});

test("migrations of which one fails leave the database as it was, and the next start tries them again", async () => {
  const url = await databaseOf();
  const broken = folderWith(
    "ALTER TABLE organization ADD COLUMN first text",
    "ALTER TABLE organization ADD COLUMN second text;--> statement-breakpoint\nSELECT 1 / 0",
  );
  await expect(migrate(databaseAt(ownerUrl(url)), "", broken)).rejects.toThrow();
  const pool = connect(databaseAt(url), { max: 1 });
  onTestFinished(() => pool.$client.end());
  const columns = sql`SELECT attname AS name FROM pg_attribute WHERE attrelid = 'organization'::regclass AND attname IN ('first', 'second')`;
  expect([...(await pool.execute(columns))]).toEqual([]);
  const repaired = folderWith(
    "ALTER TABLE organization ADD COLUMN first text",
    "ALTER TABLE organization ADD COLUMN second text",
  );
  await migrate(databaseAt(ownerUrl(url)), "", repaired);
  expect(await pool.execute(columns)).toHaveLength(2);
});
