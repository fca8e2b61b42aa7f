import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { sealLedger, sealOrganization } from "#lib/billing/ledger-seal.ts";
import { verifyLedger } from "#lib/billing/verify-ledger.ts";
import { log } from "#lib/observe/log.ts";
import { past, tamper } from "#tests/support/ledger.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { type Ledger, ledger, MONTH, verified } from "#tests/support/sealed-ledger.ts";

// These are about every ledger that there is, and about the numbers of all documents.
await enterOwnDatabase();
/** The shop with the first document of all. */
const first = await ledger();

const OPERATOR = { kind: "operator" } as const;

test("without a name every ledger is verified", async () => {
  const shops = [await ledger(), await ledger()];
  const report = await verifyLedger(OPERATOR, null);
  // Other tests have ledgers, too.
  expect(report.ok && report.rows.map(({ organizationId }) => organizationId)).toEqual(
    expect.arrayContaining(shops.map(({ id }) => id)),
  );
});

test("the first document of all is compared with its digest like any other", async () => {
  await tamper(sql`UPDATE invoice SET bill_to = 'Somebody else' WHERE number = 1`);
  expect((await verified(first)).finding).toEqual({ kind: "invoice", number: 1 });
});

test("every ledger is sealed; one that cannot be keeps none of the others waiting, and the log names it", async () => {
  const error = vi.spyOn(log, "error");
  const shops = [await newOrganization(), await newOrganization(), await newOrganization()];
  for (const shop of shops) await past(shop, [{ at: new Date("2026-03-01T12:00Z") }]);
  const [, broken] = shops;
  await tamper(
    sql`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no room''; END'`,
    sql.raw(
      `CREATE TRIGGER fails BEFORE INSERT ON ledger_seal FOR EACH ROW WHEN (NEW.organization_id = '${broken?.id}') EXECUTE FUNCTION fail()`,
    ),
  );
  const sealed = async () => Promise.all(shops.map(async (shop) => (await verified(shop)).position));
  await expect(sealLedger()).rejects.toThrow("It failed for 1 organizations");
  expect(await sealed()).toEqual([1, 0, 1]);
  const failed = { event: "organization_failed", organizationId: broken?.id };
  expect(error.mock.calls).toEqual([[expect.objectContaining(failed)]]);
  await tamper(sql`DROP TRIGGER fails ON ledger_seal`);
  await sealLedger();
  expect(await sealed()).toEqual([1, 1, 1]);
});

test("a row that comes two minutes late is sealed at once, one that comes a day late within ten minutes of a run without a fault", async () => {
  const clock = vi.spyOn(performance, "now");
  const began = Math.ceil(performance.now()) + 3_600_000;
  const sealAt = (minutes: number) => {
    clock.mockReturnValue(began + minutes * 60_000);
    return sealLedger();
  };
  const shops = [await newOrganization(), await newOrganization()] as const;
  const [shop, other] = shops;
  const youngest = Date.UTC(2026, 2, 2, 12);
  const late = (one: { id: string; key: string; host: string }, minutes: number) =>
    past(one, [{ at: new Date(youngest - minutes * 60_000) }]);
  const sealed = () => Promise.all(shops.map(async (one) => (await verified(one)).position));
  for (const one of shops) await late(one, 0);
  await sealAt(0);
  expect(await sealed()).toEqual([1, 1]);
  for (const one of shops) for (const minutes of [1.9, 23 * 60]) await late(one, minutes);
  await sealAt(9.99);
  expect(await sealed()).toEqual([2, 2]);
  await tamper(
    sql`CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no room''; END'`,
    sql.raw(
      `CREATE TRIGGER fails_once BEFORE INSERT ON ledger_seal FOR EACH ROW WHEN (NEW.organization_id = '${other.id}') EXECUTE FUNCTION fail_once()`,
    ),
  );
  await expect(sealAt(10)).rejects.toThrow("It failed for 1 organizations");
  expect(await sealed()).toEqual([3, 2]);
  await tamper(sql`DROP TRIGGER fails_once ON ledger_seal`);
  await sealAt(11);
  expect(await sealed()).toEqual([3, 3]);
  // It looks back from the row that was sealed last.
  await late(shop, -1);
  await sealAt(12);
  await late(shop, 22 * 60);
  await sealAt(20.99);
  expect(await sealed()).toEqual([4, 3]);
  await sealAt(21);
  expect(await sealed()).toEqual([5, 3]);
});

test("a ledger that was erased with its chain is looked at: the running totals or an invoice remember it", async () => {
  const [counted, invoiced] = [await ledger(), await ledger()];
  const erase = ({ id }: Ledger) => [
    sql`DELETE FROM billing_event WHERE organization_id = ${id}`,
    sql`DELETE FROM ledger_seal WHERE organization_id = ${id}`,
  ];
  await tamper(...erase(counted), ...erase(invoiced));
  await tamper(sql`DELETE FROM usage_counter WHERE organization_id = ${invoiced.id}`);
  await tamper(sql`UPDATE invoice SET organization_id = gen_random_uuid() WHERE id = ${counted.invoice.id}`);
  const report = await verifyLedger(OPERATOR, null);
  const findingOf = ({ id }: Ledger) => report.ok && report.rows.find((row) => row.organizationId === id)?.finding;
  expect([findingOf(counted), findingOf(invoiced)]).toMatchObject([{ kind: "sum" }, { kind: "seal_gone" }]);
});

test("whoever rewrites the whole chain is found by a seal that was kept elsewhere, or stands on an invoice", async () => {
  const [shop, other] = [await ledger(), await ledger()];
  const { position, seal } = await verified(shop);
  const rewrite = (w: Ledger) => [
    sql`DELETE FROM billing_event WHERE verification_id = ${w.ids[9] ?? ""}`,
    sql`UPDATE usage_counter SET events = events - 1, spent_minor = spent_minor - 12 WHERE organization_id = ${w.id} AND period = ${MONTH}`,
    sql`DELETE FROM ledger_seal WHERE organization_id = ${w.id}`,
    sql`DELETE FROM ledger_chain WHERE organization_id = ${w.id}`,
  ];
  await tamper(...rewrite(shop), sql`DELETE FROM invoice WHERE id = ${shop.invoice.id}`);
  await sealOrganization(shop.id);
  expect((await verified(shop)).finding, "nothing in the database says so").toBeNull();
  expect((await verified(shop, { position, seal })).finding).toEqual({ kind: "seal_gone", position });
  await tamper(...rewrite(other));
  await sealOrganization(other.id);
  expect((await verified(other)).finding).toMatchObject({ kind: "seal_gone" });
  const report = await verifyLedger(OPERATOR, shop.id);
  expect(report.ok && report.missingNumber, "and a number is missing among the invoices").toBe(shop.invoice.number);
});
