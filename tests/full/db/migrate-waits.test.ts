import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { lineToDatabase } from "#tests/support/database-line.ts";
import { databaseOf, folderWith, holdingTheTurn } from "#tests/support/migrations.ts";
import { somebodyWaitsFor } from "#tests/support/organization-lock.ts";
import { ownerUrl } from "#tests/support/owner.ts";

test("a migration to which the database answers nothing any more says so, and gives up", async () => {
  const [line, sentences] = [await lineToDatabase(), [] as string[]];
  const notify = (sentence: string) => void sentences.push(sentence);
  await holdingTheTurn(async (other) => {
    const times = { firstMs: 0, silentMs: 1_000, giveUpMs: 4_000 };
    const migrating = expect(
      migrate(databaseAt(ownerUrl(line.url)), "", folderWith("SELECT 1"), { notify, ...times }),
    ).rejects.toThrow(
      /^The migration gave up\. The database has not answered for \d seconds\. Check .* Then start again\.$/,
    );
    await somebodyWaitsFor(other);
    line.fallSilent();
    await migrating;
  });
  expect(sentences.at(-1)).toMatch(/^The database has not answered for \d seconds\./);
});

test.for([
  ["a transaction that stays open", "SELECT 1 FROM billing_event"],
  ["another start that does not get on", "SELECT pg_advisory_xact_lock(4283001)"],
] as const)("a migration that waits for %s says whom it waits for, and gives up with what to do", async ([, lock]) => {
  const url = await databaseOf();
  const next = folderWith("ALTER TABLE billing_event ADD COLUMN next text");
  const other = connect(databaseAt(url), { max: 1 });
  onTestFinished(() => other.$client.end());
  const sentences: string[] = [];
  const waiting = { notify: (sentence: string) => void sentences.push(sentence), firstMs: 0, giveUpMs: 1_000 };
  const pid = await other.transaction(async (tx) => {
    await tx.execute(sql.raw(lock));
    await expect(migrate(databaseAt(ownerUrl(url)), "", next, waiting)).rejects.toThrow(
      /gave up after 1 seconds; .* as it was\. The migration waits for session \d+ .*pg_terminate_backend\(\d+\)/,
    );
    const [row] = await tx.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    return row?.pid;
  });
  expect(sentences).toEqual([
    expect.stringMatching(`^The migration waits for session ${pid} \\(login .*, idle in transaction since`),
  ]);
  await migrate(databaseAt(ownerUrl(url)), "", next, waiting);
  expect(sentences).toHaveLength(1);
});
