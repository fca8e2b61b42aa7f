import { sql } from "drizzle-orm";
import { expect, inject, onTestFinished, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { databaseAdvice, SQLSTATES } from "#lib/base/sqlstate.rules.ts";
import { faultOf } from "#lib/observe/log.ts";
import { database } from "#lib/runtime/database.ts";

test.for(Object.entries(SQLSTATES))("%s is what PostgreSQL calls %s", async ([code, condition]) => {
  const raise = sql.raw(`DO $$ BEGIN RAISE ${condition}; END $$`);
  // A plain assertion failure and a cancelled statement are raised like any other condition.
  expect(await faultBy(() => database().execute(raise))).toMatchObject({ code, condition });
});

test("what the log says of a real fault has its words and what to do, and nothing of the statement", async () => {
  const table = await faultBy(() => database().execute(sql`SELECT 'marked' FROM no_such_table`));
  expect(table).toMatchObject({
    code: "42P01",
    condition: "undefined_table",
    advice: expect.stringContaining("migrates"),
  });
  expect(JSON.stringify(table)).not.toMatch(/marked|no_such_table/);
  const right = await faultBy(() => database().execute(sql`DELETE FROM billing_event`));
  expect(right).toMatchObject({ condition: "insufficient_privilege", advice: expect.stringContaining("ageway_app") });
  const slow = await faultBy(() =>
    database().transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL statement_timeout = 20`);
      await tx.execute(sql`SELECT pg_sleep(5)`);
    }),
  );
  expect(slow).toMatchObject({ condition: "query_canceled", advice: expect.stringContaining("pg_stat_activity") });
  const written = await faultBy(() =>
    database().transaction((tx) => tx.execute(sql`UPDATE organization SET name = name`), { accessMode: "read only" }),
  );
  expect(written).toMatchObject({ condition: "read_only_sql_transaction", advice: expect.stringContaining("primary") });
  const value = await faultBy(() => database().execute(sql`SELECT 1 / 0`));
  expect(value).toMatchObject({ condition: "division_by_zero", advice: undefined });
});

test.for([
  ["no server there", (url: URL) => Object.assign(url, { port: "1" }), "Does PostgreSQL run"],
  ["no such database", (url: URL) => Object.assign(url, { pathname: "/nowhere" }), "no database of the name"],
  ["no socket in a folder", (url: URL) => Object.assign(url, { search: "?host=/nowhere" }), "unix_socket_directories"],
  ["no such host", (url: URL) => Object.assign(url, { hostname: "nowhere.invalid" }), "has no address"],
] as const)("%s: what to do is known by the code", async ([, change, words]) => {
  const url = new URL(inject("env").DATABASE_URL ?? "");
  const db = connect(databaseAt(change(url).href), { max: 1 });
  onTestFinished(() => db.$client.end({ timeout: 1 }));
  const { code } = await faultBy(() => db.execute(sql`SELECT 1`));
  expect(databaseAdvice(code)).toContain(words);
});

async function faultBy(run: () => Promise<unknown>) {
  return run().then(
    () => expect.unreachable("it worked"),
    (fault: unknown) => faultOf(fault),
  );
}
