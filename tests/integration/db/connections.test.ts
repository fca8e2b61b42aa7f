import { sql } from "drizzle-orm";
import { expect, inject, onTestFinished, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { readConnections } from "#db/queries/database.ts";

test("connections of other logins to other databases count, and so do the limits of a database and of a login", async () => {
  const owner = connect(databaseAt(inject("ownerUrl")), { max: 1, role: "none" });
  const run = (statement: string) => owner.execute(sql.raw(statement));
  for (const name of ["limited", "other"]) await run(`CREATE ROLE connections_${name} LOGIN PASSWORD 'x'`);
  await run("CREATE DATABASE connections_limited CONNECTION LIMIT 5");
  await run("ALTER ROLE connections_limited CONNECTION LIMIT 3");
  const opened: ReturnType<typeof connect>[] = [];
  onTestFinished(async () => {
    await Promise.all(opened.map((db) => db.$client.end()));
    await run("DROP DATABASE connections_limited WITH (FORCE)");
    for (const name of ["limited", "other"]) await run(`DROP ROLE connections_${name}`);
    await owner.$client.end();
  });
  const open = async (login: string, database: string) => {
    const address = { ...databaseAt(inject("ownerUrl")), user: `connections_${login}`, password: "x", database };
    const db = connect(address, { max: 1, role: "none" });
    opened.push(db);
    await db.execute(sql`SELECT 1`);
    return db;
  };
  for (let n = 0; n < 4; n += 1) await open("other", "postgres");
  const db = await open("limited", "connections_limited");
  const [server, ...own] = await readConnections(db);
  expect(server).toEqual({ of: "server", taken: expect.any(Number), allowed: expect.any(Number) });
  expect(server?.taken).toBeGreaterThanOrEqual(6);
  expect(own).toEqual([
    { of: "database", taken: 1, allowed: 5 },
    { of: "login", taken: 1, allowed: 3 },
  ]);
});
