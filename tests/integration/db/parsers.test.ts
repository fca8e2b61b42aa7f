import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "#db/client.ts";
import { preparedStatement } from "#db/prepared.ts";
import { config } from "#lib/runtime/config.ts";

const SAFE = Number.MAX_SAFE_INTEGER;

const VALUES = {
  moment: sql`timestamptz '2026-03-29 01:59:59.123999+01'`,
  moments: sql`ARRAY[timestamptz '2026-03-29 00:59:59Z']`,
  day: sql`date '2026-03-29'`,
  max: sql`${sql.raw(String(SAFE))}::int8`,
  least: sql`-${sql.raw(String(SAFE))}::int8`,
  many: sql`ARRAY[1, ${sql.raw(String(SAFE))}]::int8[]`,
  texts: sql`ARRAY['a', 'b,"c"', '', '{e}', 'null']`,
  none: sql`ARRAY[]::text[]`,
  sum: sql`(SELECT sum(n::int8) FROM generate_series(1, 3) AS n)`,
  part: sql`12.25::numeric`,
  nothing: sql`NULL::timestamptz`,
} as const;

const READ = {
  // Microseconds are cut, not rounded: a column has milliseconds.
  moment: new Date("2026-03-29T00:59:59.123Z"),
  moments: [new Date("2026-03-29T00:59:59Z")],
  day: "2026-03-29",
  max: SAFE,
  least: -SAFE,
  many: [1, SAFE],
  texts: ["a", 'b,"c"', "", "{e}", "null"],
  none: [],
  sum: 6,
  part: 12.25,
  nothing: null,
};

const TOO_LARGE = [
  "9007199254740992::int8",
  "-9007199254740992::int8",
  "ARRAY[9007199254740992]",
  "9007199254740992.5",
];

test("moments, bigints, sums and lists of them arrive as dates and numbers, by execute and by select", async () => {
  const db = pool();
  const columns = Object.entries(VALUES).map(([name, value]) => sql`${value} AS ${sql.identifier(name)}`);
  expect([...(await db.execute(sql`SELECT ${sql.join(columns, sql`, `)}`))]).toEqual([READ]);
  expect(await db.select(VALUES).from(sql`(VALUES (1)) AS one`)).toEqual([READ]);
});

test("those of a prepared statement arrive in the same way", async () => {
  const prepared = preparedStatement<{ at: Date; n: number }>("SELECT timestamptz '2026-03-29Z' AS at, $1::int8 AS n");
  expect([...(await prepared(pool(), SAFE))]).toEqual([{ at: new Date("2026-03-29"), n: SAFE }]);
});

test.for(TOO_LARGE)("%s fails, because a number cannot hold it, and the connection goes on", async (value) => {
  const db = pool();
  const cause = expect.objectContaining({ message: expect.stringContaining("does not fit") });
  const asked = sql.raw(value);
  await expect(db.execute(sql`SELECT ${asked} AS n FROM generate_series(1, ${3}::int)`)).rejects.toMatchObject({
    cause,
  });
  await expect(db.select({ n: asked }).from(sql`(VALUES (1)) AS one`)).rejects.toMatchObject({ cause });
  await expect(db.transaction((tx) => tx.execute(sql`SELECT ${asked} AS n`))).rejects.toMatchObject({ cause });
  expect([...(await db.execute(sql`SELECT 2::int8 AS n`))]).toEqual([{ n: 2 }]);
});

test("a moment that is no date fails", async () => {
  const cause = expect.objectContaining({ message: expect.stringContaining("infinity") });
  await expect(pool().execute(sql`SELECT timestamptz 'infinity'`)).rejects.toMatchObject({ cause });
});

/** One connection, so that a statement after one that failed meets the same. */
function pool() {
  const opened = connect(config().databaseAddress, { max: 1 });
  onTestFinished(() => opened.$client.end());
  return opened;
}
