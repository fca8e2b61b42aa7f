import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Condition, insertVerifications } from "#db/queries/admission.ts";
import { lockOrganization, lockOrganizationIfAny } from "#db/queries/organization-lock.ts";
import { referenceOf } from "#lib/crypto/reference.ts";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { log } from "#lib/observe/log.ts";
import { database } from "#lib/runtime/database.ts";
import { brakesOf } from "#lib/verification/brake.ts";
import { linkPageKey } from "#lib/verification/page-key.ts";
import { claim } from "#tests/support/claims.ts";
import { decided } from "#tests/support/decided.ts";
import { generate, newDevice } from "#tests/support/gateway.ts";
import { backendOf } from "#tests/support/key.ts";
import { tamper } from "#tests/support/ledger.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { somebodyWaitsFor } from "#tests/support/organization-lock.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { asOwner } from "#tests/support/owner.ts";
import { started } from "#tests/support/visitor.ts";

// A trigger wants a lock on a table and all of its partitions, and stands in the way of every other writer there.
await enterOwnDatabase();

const OPERATOR = { kind: "operator" } as const;

/** The same shop with a further key, whose calls are decided under the lock. */
async function withBrake<Shop extends { id: string }>(
  shop: Shop,
): Promise<Shop & { key: string; headers: { Authorization: string } }> {
  const made = await createKey(OPERATOR, { organizationId: shop.id, mode: "live", label: "" });
  if (!made.ok) throw new Error(made.reason);
  expect((await changeKeySettings(OPERATOR, made.key, { acceptedPerHour: 100 })).ok).toBe(true);
  return { ...shop, key: made.key, headers: await backendOf(made.key) };
}

async function idOf(key: string): Promise<string> {
  const [row] = await database().execute<{ id: string }>(sql`SELECT id FROM plugin_key WHERE key = ${key}`);
  return row?.id ?? "";
}

type Batch = Awaited<ReturnType<typeof decided>>;

async function write({ conditions, rows, now }: Batch, changed: Partial<Condition> = {}): Promise<string[]> {
  const under = conditions.map((condition) => ({ ...condition, ...changed }));
  return [...(await insertVerifications(database("start"), under, rows, await linkPageKey(), now))];
}

test("facts that have ended by the database's clock admit nothing, and those that end later do", async () => {
  const shop = await newOrganization();
  const [row] = await database().execute<{ now: Date }>(sql`SELECT now()`);
  const now = +(row?.now ?? 0);
  const batch = await decided([shop, shop]);
  expect(await write(batch, { validUntil: new Date(now - 1) })).toEqual([]);
  expect([await shop.billed(), await shop.started(), await shop.spent()]).toEqual([0, 0, 0]);
  expect(await write(batch, { validUntil: new Date(now + 60_000) })).toEqual([shop.id]);
  expect([await shop.billed(), await shop.started(), await shop.spent()]).toEqual([2, 2, 24]);
});

test("facts end with the month, with the key, and with the grace of a subscription that is past due", async () => {
  const [open, ending, due] = [
    await newOrganization(),
    await newOrganization(),
    await newOrganization({ subscription: "past_due" }),
  ];
  await database().execute(sql`UPDATE plugin_key SET ends_at = now() + interval '5 seconds' WHERE key = ${ending.key}`);
  await database().execute(
    sql`UPDATE subscription SET past_due_since = now() - interval '14 days' + interval '9 seconds' WHERE organization_id = ${due.id}`,
  );
  const { conditions, now } = await decided([open, ending, due]);
  const seconds = conditions.map(({ validUntil }) => Math.round((Number(validUntil) - +now) / 1_000));
  const monthEnd = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  expect(seconds).toEqual([Math.round((monthEnd - +now) / 1_000), 5, 9]);
});

test("facts that are read under the lock of their organization do not end before they are written", async () => {
  const shop = await newOrganization();
  const { conditions } = await decided([shop], {}, { brakes: brakesOf() });
  expect(conditions).toMatchObject([{ organizationId: shop.id, validUntil: null }]);
});

test("of two batches that were decided by one usage, the second admits nothing where the usage decides", async () => {
  const [capped, included, plain] = [
    await newOrganization({ spendCapMinor: 24 }),
    await newOrganization({ terms: { includedChecks: 1 } }),
    await newOrganization(),
  ];
  const shops = [capped, included, plain];
  const [first, second] = [await decided(shops), await decided(shops)];
  expect((await write(first)).toSorted()).toEqual(shops.map(({ id }) => id).toSorted());
  expect(await write(second)).toEqual([plain.id]);
  expect(await Promise.all(shops.map((shop) => shop.billed()))).toEqual([1, 1, 2]);
  expect(await Promise.all(shops.map((shop) => shop.spent()))).toEqual([12, 0, 24]);
});

test("a claim that reserves its price meanwhile undoes a decision under the same cap", async () => {
  const shop = await newOrganization({ spendCapMinor: 12 });
  const { url } = await started("s", shop);
  const billed = await decided([shop]);
  await claim(url);
  expect(await write(billed)).toEqual([]);
  expect([await shop.billed(), (await generate("b", shop)).status]).toEqual([0, 403]);
});

test("a write that waits for an organization is one statement: it writes when the lock is free, if the facts still hold", async () => {
  const [same, changed] = [await newOrganization(), await newOrganization()];
  const waiting = await database().transaction(async (tx) => {
    await lockOrganizationIfAny(tx, same.id);
    await lockOrganization(tx, changed.id);
    const { conditions, rows, now } = await decided([same, changed]);
    const waiting = insertVerifications(database("queue"), conditions, rows, await linkPageKey(), now, "long");
    await somebodyWaitsFor(tx);
    return { waiting };
  });
  expect(await waiting.waiting).toEqual(new Set([same.id]));
  expect([await same.billed(), await changed.billed()]).toEqual([1, 0]);
});

test("a call that cannot be decided under the lock fails alone: one that was written before it is answered", async () => {
  const shop = await newOrganization();
  const braked = await withBrake(shop);
  await tamper(
    sql`CREATE FUNCTION fail_to_count() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'away' USING ERRCODE = 'lock_not_available'; END $$`,
    sql.raw(`CREATE TRIGGER fail_to_count BEFORE INSERT ON key_hour FOR EACH ROW
      WHEN (NEW.plugin_key_id = '${await idOf(braked.key)}') EXECUTE FUNCTION fail_to_count()`),
  );
  onTestFinished(() => tamper(sql`DROP FUNCTION fail_to_count CASCADE`));
  const error = vi.spyOn(log, "error");
  const { answers } = await database().transaction(async (tx) => {
    await lockOrganizationIfAny(tx, shop.id);
    const answers = Promise.all([generate("b", shop), generate("b", braked)]);
    await somebodyWaitsFor(tx);
    return { answers };
  });
  expect((await answers).map(({ status }) => status)).toEqual([200, 503]);
  expect(await shop.billed()).toBe(1);
  expect(error.mock.calls).toEqual([[expect.objectContaining({ event: "start_failed", code: "55P03" })]]);
});

test("what the database cannot do is not tried again, neither together nor one by one", async () => {
  const shop = await newOrganization({ domain: "with sub-domains" });
  // The digits of one code look like those of a row at fault.
  await tamper(
    sql`CREATE SEQUENCE tries`,
    sql`CREATE FUNCTION fail_and_count() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN PERFORM nextval('public.tries'); RAISE EXCEPTION 'away' USING ERRCODE =
        CASE WHEN NEW.return_origin LIKE 'https://refused.%' THEN 'check_violation' ELSE 'indeterminate_collation' END; END $$`,
    sql.raw(`CREATE TRIGGER fail_and_count BEFORE INSERT ON verification FOR EACH ROW
      WHEN (NEW.organization_id = '${shop.id}') EXECUTE FUNCTION fail_and_count()`),
  );
  const tries = asOwner();
  onTestFinished(async () => {
    await tries.$client.end();
    await tamper(sql`DROP FUNCTION fail_and_count CASCADE`, sql`DROP SEQUENCE tries`);
  });
  const statuses = async (...calls: Record<string, unknown>[]) =>
    (await Promise.all(calls.map((call) => generate("b", { ...shop, ...call })))).map(({ status }) => status);
  const { key, headers } = await withBrake(shop);
  const braked = { key, headers };
  expect(await statuses({}, {})).toEqual([503, 503]);
  expect(await statuses(braked, braked)).toEqual([503, 503]);
  // A row at fault that is alone, too.
  expect(await statuses({ ...braked, domain: `https://refused.${shop.host}/` })).toEqual([503]);
  expect(await tries.execute(sql`SELECT last_value::int AS n FROM tries`)).toEqual([{ n: 3 }]);
});

test("a call is answered with a link only if it was written, also under the lock of its organization", async () => {
  const shop = await newOrganization();
  await tamper(
    sql`CREATE FUNCTION change_facts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN UPDATE public.organization SET facts_version = facts_version + 1 WHERE id = NEW.organization_id; RETURN NEW; END $$`,
    sql.raw(`CREATE TRIGGER change_facts BEFORE INSERT ON usage_counter FOR EACH ROW
      WHEN (NEW.organization_id = '${shop.id}') EXECUTE FUNCTION change_facts()`),
  );
  onTestFinished(() => tamper(sql`DROP FUNCTION change_facts CASCADE`));
  expect((await generate("b", await withBrake(shop))).status).toBe(503);
  expect([await shop.started(), await shop.billed()]).toEqual([0, 0]);
});

test("a call whose Idempotency-Key another process uses at the same moment gets that call's link, and costs its neighbour nothing", async () => {
  const [shop, neighbour] = [await newOrganization(), await newOrganization()];
  const error = vi.spyOn(log, "error");
  const repeated = { ...shop, device: newDevice(), headers: { "Idempotency-Key": "order 1" } };
  // As the other process would decide and write it.
  const request = { deviceId: repeated.device, idempotencyKey: "order 1", returnUrl: new URL(shop.domain) };
  const { rows, conditions, now } = await decided([shop], request as never);
  const { answers } = await database().transaction(async (tx) => {
    await insertVerifications(
      tx,
      conditions.map((one) => ({ ...one, adds: null })),
      rows.map((row) => ({ ...row, bill: null })),
      await linkPageKey(),
      now,
    );
    const answers = Promise.all([generate("b", repeated), generate("b", neighbour)]);
    await somebodyWaitsFor(tx);
    return { answers };
  });
  const [first, other] = await answers;
  expect([first?.status, other?.status]).toEqual([200, 200]);
  expect(first?.headers.get("ageway-reference")).toBe(referenceOf(rows[0]?.id ?? ""));
  expect([await shop.started(), await shop.billed(), await neighbour.billed()]).toEqual([1, 0, 1]);
  expect(error).not.toHaveBeenCalled();
});

test("a row that the database refuses fails alone: its neighbours of the same batch are accepted", async () => {
  const [shop, neighbour] = [
    await newOrganization({ domain: "with sub-domains", callsPerMinute: 6 }),
    await newOrganization(),
  ];
  const error = vi.spyOn(log, "error");
  await tamper(sql`
    CREATE FUNCTION refuse_a_row() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = 'check_violation'; END $$`);
  await tamper(sql`
    CREATE TRIGGER refuse_a_row BEFORE INSERT ON billing_event FOR EACH ROW
    WHEN (NEW.host LIKE 'refused.%') EXECUTE FUNCTION refuse_a_row()`);
  onTestFinished(() => tamper(sql`DROP FUNCTION refuse_a_row CASCADE`));
  const refused = { ...shop, domain: `https://refused.${shop.host}/` };
  const calls = [shop, refused, neighbour, shop].map((one) => generate("b", one));
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 503, 200, 200]);
  expect([await shop.billed(), await neighbour.billed()]).toEqual([2, 1]);
  const row = expect.objectContaining({ event: "start_refused", code: "23514" });
  expect(error.mock.calls).toContainEqual([row]);
  // Nobody decided that call, so it uses up no limit: not its caller's, and not the last call of its address.
  for (let n = 0; n < 5; n += 1) expect((await generate("b", refused)).status).toBe(503);
  expect((await generate("b", shop)).status).toBe(200);
});
