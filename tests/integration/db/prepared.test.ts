import fc from "fast-check";
import { expect, test } from "vitest";
import { arrayOf, preparedStatement } from "#db/prepared.ts";
import { database } from "#lib/runtime/database.ts";
import { character } from "#tests/support/any-text.ts";

const echo = preparedStatement<{ texts: string[] }>("SELECT to_jsonb($1::text[]) AS texts");

test("a list reaches PostgreSQL as it was, whatever its texts hold", async () => {
  const lists = fc.array(
    fc.oneof(
      fc.string({ unit: character }),
      fc.constantFrom("NULL", "null", "", " ", "{}", '"', "\\"),
      fc.constant(null),
    ),
  );
  const sent = fc.sample(lists, 300).map((texts) => texts.map((text) => text?.replaceAll("\0", "") ?? null));
  const received = await Promise.all(sent.map((texts) => echo(database("check"), arrayOf(texts))));
  expect(received.map(([row]) => row?.texts)).toEqual(sent);
});

test("a prepared statement is parsed once for each connection, and never planned for its values", async () => {
  const prepared = preparedStatement<{ generic: number; custom: number; calls: number }>(
    `SELECT generic_plans::int AS generic, custom_plans::int AS custom, $1::int AS calls FROM pg_prepared_statements
     WHERE statement LIKE 'SELECT generic_plans%'`,
  );
  await database("activity").transaction(async (tx) => {
    for (let call = 1; call <= 9; call++)
      expect(await prepared(tx, call)).toEqual([{ generic: call, custom: 0, calls: call }]);
  });
});

test("only the activity record does not wait for the disk", async () => {
  const setting = preparedStatement<{ source: string; setting: string }>(
    "SELECT source, setting FROM pg_settings WHERE name = 'synchronous_commit'",
  );
  const purposes = ["general", "start", "check", "activity"] as const;
  const asked = await Promise.all(purposes.map((purpose) => setting(database(purpose))));
  // The others do as the operator configured the server.
  expect(asked.map(([row]) => row?.source === "client")).toEqual([false, false, false, true]);
  expect(asked[3]).toEqual([{ source: "client", setting: "off" }]);
});
