import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { noteProblem } from "#db/queries/verification.ts";
import { purgePages, purgeVerifications } from "#lib/retention/purge.ts";
import { database } from "#lib/runtime/database.ts";
import { readVerification } from "#lib/verification/read-verification.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started } from "#tests/support/visitor.ts";

/** What is stored of a check, and what we can still read of it. */
const knownOf = async (id: string) => {
  const [row] = await database().execute<{ stored: boolean; problem: string | null; device: boolean }>(sql`
    SELECT return_url IS NOT NULL OR browser IS NOT NULL AS stored, problem, device IS NOT NULL AS device
    FROM verification WHERE id = ${id}`);
  const read = await readVerification(id);
  return { ...row, page: read?.returnUrl, browser: read?.browser ?? null };
};

/** As if so much time had passed since the key of a check's page was made. Other tests have links with that key, so it is copied. */
async function ageKeyOf(id: string, interval: string): Promise<void> {
  await database().execute(sql`
    WITH aged AS (
      INSERT INTO page_key (salt, purge_at) SELECT salt, purge_at - ${interval}::interval
      FROM page_key WHERE id = (SELECT page_key_id FROM verification WHERE id = ${id}) RETURNING id
    )
    UPDATE verification SET page_key_id = aged.id FROM aged WHERE verification.id = ${id}`);
}

test("a verification that completes forgets its page and its browser in the same statement", async () => {
  const { url, id } = await started("b", await newOrganization());
  await completeFlow(browser(), url, "adult");
  expect(await knownOf(id)).toEqual({ stored: false, page: null, browser: null, problem: null, device: true });
});
test("a link that nobody opens is forgotten ten seconds after it expires at the latest, without a write to its row", async () => {
  const shop = await newOrganization();
  const { id } = await started("b", shop);
  const version = async () => {
    const [row] = await database().execute(sql`SELECT xmin::text, ctid::text FROM verification WHERE id = ${id}`);
    return row;
  };
  await ageKeyOf(id, "9 minutes 59 seconds");
  await purgePages();
  expect(await knownOf(id)).toMatchObject({ stored: true, page: shop.domain });
  await ageKeyOf(id, "11 seconds");
  const written = await version();
  await purgePages();
  expect(await knownOf(id)).toMatchObject({ page: null, browser: null });
  expect(await version()).toEqual(written);
});

test("one that expires at the eID forgets its page, its browser and what went wrong; one that is under way keeps them", async () => {
  const shop = await newOrganization();
  const [claimed, alive] = [await started("b", shop), await started("b", shop)];
  const visitor = browser();
  for (const { url } of [claimed, alive]) {
    await visitor.go(url);
    await visitor.go(`${url}&do=confirm`, "POST");
  }
  // The key of the link would be gone.
  await ageKeyOf(alive.id, "13 minutes");
  await noteProblem(database(), claimed.id, 0, "eid_down");
  await database().execute(
    sql`UPDATE verification SET started_at = now() - interval '15 minutes' WHERE id = ${claimed.id}`,
  );
  await purgePages();
  // The job of a server may have begun with this row, which ours leaves to it.
  await expect.poll(() => knownOf(claimed.id)).toMatchObject({ problem: null });
  expect(await knownOf(alive.id)).toMatchObject({ page: shop.domain, browser: expect.any(Buffer) });
  await ageKeyOf(claimed.id, "15 minutes 10 seconds");
  await purgePages();
  expect(await knownOf(claimed.id)).toMatchObject({ page: null, browser: null });
  // Who comes back late still finds the way: this browser kept the page itself.
  expect((await visitor.go(claimed.url)).text).toContain(shop.domain.replaceAll("&", "&amp;"));
});

test("an Idempotency-Key is remembered for 24 hours and then forgotten", async () => {
  const shop = await newOrganization();
  const { generate } = await import("#tests/support/gateway.ts");
  const call = { ...shop, device: "forgetful-device", headers: { "Idempotency-Key": "once" } };
  const first = await generate("b", call);
  const age = (interval: string) =>
    database().execute(
      sql`UPDATE idempotency_key SET created_at = now() - ${interval}::interval WHERE plugin_key_id IN (SELECT id FROM plugin_key WHERE key = ${shop.key})`,
    );
  await age("23 hours 59 minutes");
  await purgeVerifications();
  expect((await generate("b", call)).text).toBe(first.text);
  await age("24 hours");
  // Even before the job has run.
  const later = await generate("b", call);
  expect([later.status, later.text === first.text]).toEqual([200, false]);
  await age("24 hours");
  await purgeVerifications();
  const [left] = await database().execute(
    sql`SELECT count(*)::int AS n FROM idempotency_key WHERE plugin_key_id IN (SELECT id FROM plugin_key WHERE key = ${shop.key})`,
  );
  expect(left).toEqual({ n: 0 });
});

test("a backlog of thousands is forgotten in one go", async () => {
  const shop = await newOrganization();
  const { id } = await started("b", shop);
  await noteProblem(database(), id, 0, "eid_down");
  await database().execute(sql`
    INSERT INTO verification (id, organization_id, plugin_key_id, provider, mode, minimum_age, device, return_origin, problem, created_at)
    SELECT overlay(gen_random_uuid()::text PLACING left(${id}, 18) FROM 1)::uuid, organization_id, plugin_key_id, provider, mode,
      minimum_age, device, return_origin, problem, now() - interval '11 minutes'
    FROM verification, generate_series(1, 12000) WHERE id = ${id}`);
  await purgePages();
  const counted = async () => {
    const [row] = await database().execute(
      sql`SELECT count(*)::int AS all, count(problem)::int AS known FROM verification WHERE organization_id = ${shop.id}`,
    );
    return row;
  };
  await expect.poll(counted).toEqual({ all: 12_001, known: 1 });
});
