import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { database, leaveDatabase } from "#lib/runtime/database.ts";
import { generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { asOwner } from "#tests/support/owner.ts";

await enterOwnDatabase();

type Purpose = Parameters<typeof leaveDatabase>[0];

/**
 * The pool has a connection to a server that became a standby and answers reads only, and the address leads to another server
 * by now. The process that has the connection.
 */
async function connectBeforeFailover(purpose: Purpose): Promise<number> {
  leaveDatabase(purpose);
  const owner = asOwner();
  const [row] = await owner.execute<{ name: string }>(sql`SELECT current_database() AS name`);
  const name = sql.identifier(row?.name ?? "");
  await owner.execute(sql`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  const backend = await backendOf(purpose);
  await owner.execute(sql`SET default_transaction_read_only = off`);
  await owner.execute(sql`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  await owner.$client.end();
  return backend;
}

async function backendOf(purpose: Purpose): Promise<number> {
  const [row] = await database(purpose).execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
  return row?.pid ?? 0;
}

const write = () => database().execute(sql`UPDATE organization SET name = name`);

/** Its pool is left within a second, so that one without another server still reads. */
const written = (writing: () => Promise<unknown>) =>
  expect
    .poll(() =>
      writing().then(
        () => "written",
        ({ cause }) => cause.code,
      ),
    )
    .toBe("written");

test("a connection that takes no writes any more is left: a later write goes over another one", async () => {
  const old = await connectBeforeFailover("general");
  await expect(write()).rejects.toMatchObject({ cause: { code: "25006" } });
  await written(write);
  expect(await backendOf("general")).not.toBe(old);
});

test("the same where the write is part of a transaction", async () => {
  const old = await connectBeforeFailover("general");
  const change = () => database().transaction((tx) => tx.execute(sql`UPDATE organization SET name = name`));
  await expect(change()).rejects.toMatchObject({ cause: { code: "25006" } });
  await written(change);
  expect(await backendOf("general")).not.toBe(old);
});

test("a shop's call gets 503 with Retry-After, and a later one is accepted", async () => {
  const shop = await newOrganization();
  expect((await generate("b", shop)).status).toBe(200);
  await connectBeforeFailover("start");
  const refused = await generate("b", shop);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  await expect.poll(async () => (await generate("b", shop)).status).toBe(200);
});
