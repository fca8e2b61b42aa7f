import { readMigrationFiles } from "drizzle-orm/migrator";
import { expect, test } from "vitest";
import journal from "#db/migrations/meta/_journal.json" with { type: "json" };

/** Of each migration that was released: it is in databases, so a change of one byte makes it another. Add those of a release. */
const RELEASED = {
  "0000_init": "f019345ab2280a1a58f9aa84e4525fd377805b09d95c659b2d847dcbb549ff55",
};

const migrations = readMigrationFiles({ migrationsFolder: "db/migrations" });
const tags = journal.entries.map(({ tag }) => tag);

test("a released migration is never edited, and none comes before it", () => {
  const hashes = Object.fromEntries(migrations.map(({ hash }, n) => [tags[n], hash]));
  expect(tags.slice(0, Object.keys(RELEASED).length)).toEqual(Object.keys(RELEASED));
  expect(hashes).toMatchObject(RELEASED);
});

test("each migration is of a later time than the one before it, by which drizzle finds those that did not run", () => {
  const times = migrations.map(({ folderMillis }) => folderMillis);
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
});
