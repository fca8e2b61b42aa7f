import { expect, test } from "vitest";
import { summaryOf } from "#lib/core/statement.rules.ts";

test.for([
  ["SELECT id FROM plugin_key WHERE key = $1", "SELECT plugin_key"],
  ['insert into "mail_outbox" ("id") values ($1)', "INSERT mail_outbox"],
  ["UPDATE verification SET outcome = 'too_young'", "UPDATE verification"],
  ["  (SELECT 1)", "SELECT"],
  ["SELECT count(*) FROM unnest($1::text[])", "SELECT"],
  ["SET LOCAL statement_timeout = '60s'", "SET"],
  ["", "STATEMENT"],
  [`SELECT * FROM ${"a".repeat(100)}`, `SELECT ${"a".repeat(56)}`],
] as const)("of %j", ([text, summary]) => {
  expect(summaryOf(text)).toBe(summary);
});
