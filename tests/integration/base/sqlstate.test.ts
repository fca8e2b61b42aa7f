import { sql } from "drizzle-orm";
import { expect, inject, onTestFinished, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { conditionOf, databaseAdvice } from "#lib/base/sqlstate.rules.ts";
import { faultOf } from "#lib/observe/log.ts";
import { database } from "#lib/runtime/database.ts";

/** Lists the classes that a server may meet (PostgreSQL's documentation, appendix A), and the conditions with a name of their own. */
const CLASSES = "08 0A 22 23 25 26 28 2B 3D 3F 40 42 53 54 55 57 58 P0 XX".split(" ").map((named) => `${named}000`);
const NAMED = "23505 25006 28P01 40P01 42501 42703 42883 42P01 53100 53200 53300 55P03 57014 57P01 57P03 XX001".split(
  " ",
);

test.for([...CLASSES, ...NAMED])("%s has the name that PostgreSQL gives it", async (code) => {
  const { condition = "" } = conditionOf(code) ?? {};
  const raise = sql.raw(`DO $$ BEGIN RAISE ${condition}; END $$`);
  // A cancelled statement is raised like any other condition.
  expect(await faultBy(() => database().execute(raise))).toMatchObject({ code, condition });
});

test("a condition without a name of its own has that of its class", () => {
  expect(conditionOf("22012")).toMatchObject({ condition: "data_exception" });
});

test.for(["ECONNREFUSED", "EPIPE", "99000", undefined])("%s is no condition of PostgreSQL", (code) => {
  expect(conditionOf(code)).toBeNull();
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
  expect(slow).toMatchObject({
    condition: "query_canceled",
    advice: expect.stringContaining("pg_stat_activity"),
  });
  const written = await faultBy(() =>
    database().transaction((tx) => tx.execute(sql`UPDATE organization SET name = name`), { accessMode: "read only" }),
  );
  expect(written).toMatchObject({ condition: "read_only_sql_transaction", advice: expect.stringContaining("primary") });
  const value = await faultBy(() => database().execute(sql`SELECT 1 / 0`));
  expect(value).toMatchObject({ condition: "data_exception", advice: undefined });
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
