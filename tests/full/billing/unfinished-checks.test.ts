import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { reservedChecks } from "#tests/support/claims.ts";
import { generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { asOwner } from "#tests/support/owner.ts";

const ROUNDS = 400;
const MOST = 1.2;

test("60,000 unfinished checks of one capped shop: another shop that shares its batches is answered as fast as beside an idle one", async () => {
  const capped = { spendCapMinor: 100_000_000, callsPerMinute: 100_000 };
  const [measured, busy, idle] = [
    await newOrganization(capped),
    await newOrganization(capped),
    await newOrganization(capped),
  ];
  await fill(busy, 60_000);
  expect(await reservedChecks(busy.id)).toEqual({ counted: 30_000, underWay: 30_000 });
  const times: Record<"busy" | "idle", number[]> = { busy: [], idle: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, neighbour] of Object.entries({ busy, idle })) {
      const began = performance.now();
      const neighbours = generate("s", neighbour);
      expect((await generate("b", measured)).status).toBe(200);
      times[name as keyof typeof times].push(performance.now() - began);
      expect((await neighbours).status).toBe(200);
    }
  expect(median(times.busy) / median(times.idle)).toBeLessThanOrEqual(MOST);
});

/** Half of them links, half claimed in the last minutes. */
async function fill({ id, key }: { id: string; key: string }, checks: number): Promise<void> {
  const owner = asOwner();
  await owner.execute(sql`
    WITH made AS (
      INSERT INTO verification (id, organization_id, plugin_key_id, provider, mode, minimum_age, device, return_origin, created_at,
        started_at, reserved_minor, reserved_until, with_secret)
      SELECT (left(uuid_v7_from(at)::text, 15) || substr(gen_random_uuid()::text, 16))::uuid, ${id}, k.id, 's', 'live', 18,
        sha256(n::text::bytea), 'https://shop.example', at, CASE WHEN claimed THEN at END, CASE WHEN claimed THEN 10 END,
        CASE WHEN claimed THEN date_trunc('minute', at + interval '970 seconds', 'UTC') END, false
      FROM plugin_key k, generate_series(1, ${checks}::int) n
      CROSS JOIN LATERAL (SELECT n % 2 = 0 AS claimed, now() - (n % 500) * interval '1 second' AS at) e WHERE k.key = ${key}
      RETURNING *
    )
    INSERT INTO reservation SELECT organization_id, reserved_until, reserved_minor, with_secret, count(*)
    FROM made WHERE reserved_until IS NOT NULL GROUP BY 1, 2, 3, 4`);
  await owner.execute("VACUUM (ANALYZE) verification, reservation");
  await owner.$client.end();
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
