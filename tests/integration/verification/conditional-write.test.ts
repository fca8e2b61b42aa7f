import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { type Condition, insertVerifications } from "#db/queries/admission.ts";
import { lockOrganization, lockOrganizationIfAny } from "#db/queries/organization-lock.ts";
import { database } from "#lib/core/database.ts";
import { readReturnUrl } from "#lib/core/return-url.rules.ts";
import { setKeyBrake } from "#lib/keys/key-settings.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import type { StartRequest } from "#lib/verification/admit.ts";
import { brakesOf } from "#lib/verification/brake.ts";
import { decided } from "#tests/support/decided.ts";
import { generate } from "#tests/support/gateway.ts";
import { tamper } from "#tests/support/ledger.ts";
import { organization } from "#tests/support/organization.ts";
import { somebodyWaitsFor } from "#tests/support/organization-lock.ts";
import { started } from "#tests/support/visitor.ts";

type Batch = Awaited<ReturnType<typeof decided>>;

async function write({ conditions, rows, now }: Batch, changed: Partial<Condition> = {}): Promise<string[]> {
  const under = conditions.map((condition) => ({ ...condition, ...changed }));
  return [...(await insertVerifications(database("start"), under, rows, now))];
}

test("facts that have ended by the database's clock admit nothing, and those that end later do", async () => {
  const shop = await organization();
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
    await organization(),
    await organization(),
    await organization({ subscription: "past_due" }),
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
  const shop = await organization();
  const { conditions } = await decided([shop], {}, { remembered: [], brakes: brakesOf() });
  expect(conditions).toMatchObject([{ organizationId: shop.id, validUntil: null }]);
});

test("of two batches that were decided by one usage, the second admits nothing where the usage decides", async () => {
  const [capped, included, plain] = [
    await organization({ spendCapMinor: 24 }),
    await organization({ terms: { includedChecks: 1 } }),
    await organization(),
  ];
  const shops = [capped, included, plain];
  const [first, second] = [await decided(shops), await decided(shops)];
  expect((await write(first)).toSorted()).toEqual(shops.map(({ id }) => id).toSorted());
  expect(await write(second)).toEqual([plain.id]);
  expect(await Promise.all(shops.map((shop) => shop.billed()))).toEqual([1, 1, 2]);
  expect(await Promise.all(shops.map((shop) => shop.spent()))).toEqual([12, 0, 24]);
});

test("a check that reserves its price meanwhile undoes a decision under the same cap", async () => {
  const shop = await organization({ spendCapMinor: 12 });
  const billed = await decided([shop]);
  await started("s", shop);
  expect(await write(billed)).toEqual([]);
  expect([await shop.billed(), (await generate("b", shop)).status]).toEqual([0, 403]);
});

test("a write that waits for an organization is one statement: it writes when the lock is free, if the facts still hold", async () => {
  const [same, changed] = [await organization(), await organization()];
  const waiting = await database().transaction(async (tx) => {
    await lockOrganizationIfAny(tx, same.id);
    await lockOrganization(tx, changed.id);
    const { conditions, rows, now } = await decided([same, changed]);
    const waiting = insertVerifications(database("queue"), conditions, rows, now, true);
    await somebodyWaitsFor(tx);
    return { waiting };
  });
  expect(await waiting.waiting).toEqual(new Set([same.id]));
  expect([await same.billed(), await changed.billed()]).toEqual([1, 0]);
});

test("calls with two keys of one organization count on one usage", async () => {
  const shop = await organization({ spendCapMinor: 12 });
  const other = await createKey({ kind: "operator" }, { organizationId: shop.id, mode: "live", label: "" });
  if (!other.ok) throw new Error(other.reason);
  const { decisions } = await decided([shop, { ...shop, key: other.key }]);
  expect(decisions.map((one) => ("reason" in one ? one.reason : one.ok))).toEqual([true, "spend_cap_reached"]);
});

test("what one organization has reserved counts for no other of the same batch", async () => {
  const [full, free] = [await organization({ spendCapMinor: 12 }), await organization({ spendCapMinor: 12 })];
  await started("s", full);
  const { decisions } = await decided([full, free, { ...free, key: "pk_live_that_nobody_has" }]);
  expect(decisions.map((one) => ("reason" in one ? one.reason : one.ok))).toEqual([
    "spend_cap_reached",
    true,
    "plugin_key_unknown",
  ]);
});

test("a call that is billed at once takes one included check of the month, and no second one as a reservation", async () => {
  const shop = await organization({ spendCapMinor: 0, terms: { includedChecks: 2 } });
  const { decisions } = await decided([{ ...shop, provider: "b" }, { ...shop, provider: "s" }, shop]);
  expect(decisions.map((one) => ("reason" in one ? one.reason : one.ok))).toEqual([true, true, "spend_cap_reached"]);
});

test("each check that reserves its price is counted, and a test check is not", async () => {
  const [capped, plain, test] = [
    await organization({ spendCapMinor: 100 }),
    await organization(),
    await organization({ mode: "test" }),
  ];
  const { conditions } = await decided([capped, capped, plain, test], { provider: "s" });
  const adds = new Map(conditions.map(({ organizationId, adds }) => [organizationId, adds]));
  expect(adds.get(capped.id)).toEqual({ checks: 0, spentMinor: 0, reservations: 2 });
  expect([adds.get(plain.id), adds.get(test.id)]).toEqual([null, null]);
  expect((await decided([test])).conditions[0]?.adds).toBeNull();
  expect((await decided([capped])).conditions[0]?.adds).toEqual({ checks: 1, spentMinor: 12, reservations: 0 });
});

test("the limits get back what was not written", async () => {
  const shop = await organization({ callsPerMinute: 2 });
  const { giveBack } = await decided([shop, shop]);
  expect((await decided([shop])).decisions).toMatchObject([{ ok: false, reason: "rate_limited" }]);
  giveBack(shop.id);
  expect((await decided([shop])).decisions).toMatchObject([{ ok: true }]);
});

test("a call over a limit may return nowhere: whose host it names has not been asked yet", async () => {
  const shop = await organization({ callsPerMinute: 1 });
  const { decisions } = await decided([shop, { ...shop, host: "foreign.example" }]);
  expect(decisions).toMatchObject([{ ok: true }, { reason: "rate_limited", mayReturn: false }]);
});

test("only a call that may be a repetition of an earlier one goes to the queue of its organization", async () => {
  const [open, capped, braked] = [
    await organization(),
    await organization({ spendCapMinor: 0 }),
    await organization({ spendCapMinor: 0 }),
  ];
  expect((await setKeyBrake({ kind: "operator" }, braked.key, 5)).ok).toBe(true);
  const idempotencyKey = "order 1";
  const foreign = readReturnUrl("https://foreign.example/", false);
  if (typeof foreign === "string") throw new Error(foreign);
  const kinds = async (shop: typeof open, given: Partial<StartRequest>) =>
    (await decided([shop], { idempotencyKey, ...given })).decisions.map((one) =>
      "reason" in one ? one.reason : one.ok,
    );
  expect(await kinds(open, {})).toEqual(["needs lock"]);
  expect(await kinds(capped, {})).toEqual(["needs lock"]);
  // Anybody knows the key. Refused calls of strangers must not fill the queue.
  expect(await kinds(open, { returnUrl: foreign })).toEqual(["domain_not_verified"]);
  expect(await kinds(capped, { idempotencyKey: null })).toEqual(["spend_cap_reached"]);
  expect(await kinds(braked, { idempotencyKey: null })).toEqual(["spend_cap_reached"]);
});

test("a call that cannot be decided under the lock fails alone: one that was written before it is answered", async () => {
  const shop = await organization();
  await tamper(
    sql`CREATE FUNCTION fail_to_remember() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'away' USING ERRCODE = 'lock_not_available'; END $$`,
    sql.raw(`CREATE TRIGGER fail_to_remember BEFORE INSERT ON idempotency_key FOR EACH ROW
      WHEN (NEW.plugin_key_id IN ('${(await decided([shop])).rows[0]?.pluginKeyId}')) EXECUTE FUNCTION fail_to_remember()`),
  );
  onTestFinished(() => tamper(sql`DROP FUNCTION fail_to_remember CASCADE`));
  const { answers } = await database().transaction(async (tx) => {
    await lockOrganizationIfAny(tx, shop.id);
    const answers = Promise.all([
      generate("b", shop),
      generate("b", { ...shop, headers: { "Idempotency-Key": "order 2" } }),
    ]);
    await somebodyWaitsFor(tx);
    return { answers };
  });
  expect((await answers).map(({ status }) => status)).toEqual([200, 503]);
  expect(await shop.billed()).toBe(1);
});

test("a row that the database refuses fails alone: its neighbours of the same batch are accepted", async () => {
  const [shop, neighbour] = [await organization({ domain: "with sub-domains" }), await organization()];
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
});
