import { sql } from "drizzle-orm";
import { expect, inject, onTestFinished, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { conditionOf, databaseAdvice } from "#lib/base/sqlstate.rules.ts";
import { faultOf } from "#lib/observe/log.ts";
import { database } from "#lib/runtime/database.ts";

/** Lists the classes that a server may meet (PostgreSQL's documentation, appendix A). */
const CLASSES = "08 0A 22 23 25 26 28 2B 3D 3F 40 42 53 54 55 57 58 P0 XX".split(" ");

test.for(CLASSES)("a condition of class %s has the name that PostgreSQL gives the class", async (named) => {
  const { condition = "" } = conditionOf(`${named}P99`) ?? {};
  const raise = sql.raw(`DO $$ BEGIN RAISE ${condition}; END $$`);
  expect(await faultBy(() => database().execute(raise))).toMatchObject({ code: `${named}000`, condition });
});

test.for(["ECONNREFUSED", "EPIPE", "99000", undefined])("%s is no condition of PostgreSQL", (code) => {
  expect(conditionOf(code)).toBeNull();
});

test("what the log says of a real fault has its words and what to do, and nothing of the statement", async () => {
  const table = await faultBy(() => database().execute(sql`SELECT 'marked' FROM no_such_table`));
  expect(table).toMatchObject({
    code: "42P01",
    condition: "syntax_error_or_access_rule_violation",
    advice: expect.stringContaining("migrates"),
  });
  expect(JSON.stringify(table)).not.toMatch(/marked|no_such_table/);
  const right = await faultBy(() => database().execute(sql`DELETE FROM billing_event`));
  expect(right).toMatchObject({ code: "42501", advice: expect.stringContaining("ageway_app") });
  const slow = await faultBy(() =>
    database().transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL statement_timeout = 20`);
      await tx.execute(sql`SELECT pg_sleep(5)`);
    }),
  );
  expect(slow).toMatchObject({
    condition: "operator_intervention",
    advice: expect.stringContaining("pg_stat_activity"),
  });
  const written = await faultBy(() =>
    database().transaction((tx) => tx.execute(sql`UPDATE organization SET name = name`), { accessMode: "read only" }),
  );
  expect(written).toMatchObject({ condition: "invalid_transaction_state", advice: expect.stringContaining("primary") });
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
