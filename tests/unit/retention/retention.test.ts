import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { RETENTION, untilWords } from "#lib/retention/retention.rules.ts";
import messages from "#messages/integrator.json" with { type: "json" };

const modules = import.meta.glob<Record<string, unknown>>("../../../db/schema/*.ts", { eager: true });
const tables = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((value) => is(value, PgTable))
  .map((table) => getTableName(table as PgTable));

test("every table of the schema says how long its rows are kept, and nothing else does", () => {
  const named = Object.values(RETENTION).flatMap(({ tables }): string[] => [...tables]);
  expect(tables.length).toBeGreaterThan(30);
  expect([...new Set(named)].sort()).toEqual([...new Set(tables)].sort());
  // The page and the browser of a verification end before its row does.
  const twice = named.filter((name, n) => named.indexOf(name) !== n);
  expect(twice).toEqual(["verification"]);
});

test("every row of the table has its words, and no other has", () => {
  for (const part of ["what", "about"] as const)
    expect(Object.keys(messages.retention[part])).toEqual(Object.keys(RETENTION));
  const untils = new Set(Object.values(RETENTION).map(({ until }) => untilWords(until).key));
  expect(Object.keys(messages.retention.until).sort()).toEqual([...untils].sort());
});
