import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { dateIn, hasReached } from "#lib/core/birth-date.rules.ts";
import { database } from "#lib/runtime/database.ts";

const ZONES = ["Europe/Stockholm", "Europe/Copenhagen", "Europe/Oslo", "Europe/Helsinki", "Europe/Berlin"];
const DAY_MS = 86_400_000;

/** A birth and an instant near a birthday that matters: within two days of it, or within seconds of its midnight. */
const sample = fc
  .record({
    birthMs: fc.oneof(
      fc.integer({ min: Date.UTC(1930, 0, 1), max: Date.UTC(2020, 0, 1) }),
      fc.integer({ min: 483, max: 505 }).map((n) => Date.UTC(n * 4, 1, 29)),
    ),
    years: fc.constantFrom(16, 18),
    zone: fc.constantFrom(...ZONES),
    shiftMs: fc.oneof(
      fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }),
      fc
        .constantFrom(-7200_000, -3600_000, 0, 3600_000)
        .chain((base) => fc.integer({ min: -2000, max: 2000 }).map((ms) => base + ms)),
      fc.integer({ min: -3000 * DAY_MS, max: 3000 * DAY_MS }),
    ),
  })
  .map(({ birthMs, years, zone, shiftMs }) => {
    const birth = new Date(birthMs);
    const [year, month, day] = [birth.getUTCFullYear(), birth.getUTCMonth() + 1, birth.getUTCDate()];
    return { year, month, day, years, zone, at: Date.UTC(year + years, month - 1, day) + shiftMs };
  });

test("10,000 births and instants: the rule and PostgreSQL's own calendar and time zones agree on every one", async () => {
  const samples = fc.sample(sample, 10_000);
  // An independent oracle: the instant at which the birthday begins there. Day arithmetic carries 29 February into March.
  const truth = await database().execute<{ reached: boolean }>(sql`
    SELECT to_timestamp(at / 1000.0) >= ((make_date(year + years, month, 1) + (day - 1))::timestamp AT TIME ZONE zone) AS reached
    FROM jsonb_to_recordset(${JSON.stringify(samples.map((s, n) => ({ ...s, n })))}::jsonb) AS s(n int, year int, month int, day int, years int, zone text, at bigint) ORDER BY n`);
  const differences = samples.filter(
    (s, i) => hasReached(s.years, s, dateIn(s.zone, new Date(s.at))) !== truth[i]?.reached,
  );
  expect(truth).toHaveLength(10_000);
  expect(differences).toEqual([]);
  // Both answers were met often: the samples lie on both sides.
  const yes = truth.filter(({ reached }) => reached).length;
  expect(yes).toBeGreaterThan(2_000);
  expect(yes).toBeLessThan(8_000);
});
