import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Db } from "#db/client.ts";
import { database } from "#lib/runtime/database.ts";
import { newOrganization } from "#tests/support/organization.ts";

/** As many questions as one token may have in its hour, and as many again. */
const REPEATS = 7_200;

test("thousands of events about one token make the next one no more expensive", async () => {
  const { id } = await newOrganization();
  // On one connection: another one reads what the database says of its tables first, and that counts.
  await database().transaction(async (tx) => {
    const first = await cheapestCheck(tx, id);
    await insertChecks(tx, id, REPEATS);
    expect((await cheapestCheck(tx, id)) - first).toBeLessThan(5);
  });
});

/** The first row of a page costs more than the next, and one that meets other writers at the end of the table still more. */
async function cheapestCheck(db: Db, organizationId: string): Promise<number> {
  const costs: number[] = [];
  for (let row = 0; row < 5; row += 1) costs.push(await insertChecks(db, organizationId, 1));
  return Math.min(...costs);
}

/** How many pages PostgreSQL looked at to write so many events about a token. */
async function insertChecks(db: Db, organizationId: string, count: number): Promise<number> {
  const [row] = await db.execute<{ "QUERY PLAN": [{ Plan: { "Shared Hit Blocks": number } }] }>(sql`
    EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)
    INSERT INTO activity_event (id, organization_id, plugin_key_id, kind, code, ok, mode, billed, check_reference)
    SELECT uuidv7(), ${organizationId}, (SELECT id FROM plugin_key WHERE organization_id = ${organizationId} LIMIT 1), 'check',
      'answered_yes', true, 'live', false, 'AAAAAAAA' FROM generate_series(1, ${count}::int)`);
  return row?.["QUERY PLAN"][0].Plan["Shared Hit Blocks"] ?? Number.NaN;
}
