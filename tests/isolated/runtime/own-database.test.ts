import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { database } from "#lib/runtime/database.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";

test("a file that enters a database of its own is there with the pools that are open already", async () => {
  const name = async () =>
    (await database().execute<{ name: string }>(sql`SELECT current_database() AS name`))[0]?.name;
  const before = await name();
  await enterOwnDatabase();
  expect(await name()).not.toBe(before);
});
