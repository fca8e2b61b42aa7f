import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { findInvoice } from "#db/queries/invoice.ts";
import { sealOrganization } from "#lib/billing/ledger-seal.ts";
import { verifyLedger } from "#lib/billing/verify-ledger.ts";
import { database } from "#lib/core/database.ts";
import { tamper } from "#tests/support/ledger.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { type Ledger, ledger, MONTH, verified } from "#tests/support/sealed-ledger.ts";

// These are about every ledger that there is, and about the numbers of all documents.
await enterOwnDatabase();

const OPERATOR = { kind: "operator" } as const;

test("without a name every ledger is verified", async () => {
  const shops = [await ledger(), await ledger()];
  const report = await verifyLedger(OPERATOR, null);
  expect(report.ok && report.rows.map(({ organizationId }) => organizationId).toSorted()).toEqual(
    shops.map(({ id }) => id).toSorted(),
  );
});

test("the first document of all is compared with its digest like any other", async () => {
  await ledger();
  await tamper(sql`UPDATE invoice SET bill_to = 'Somebody else' WHERE number = 1`);
  const first = await findInvoice(database(), { number: 1 });
  const { finding } = await verified({ id: first?.organizationId ?? "" });
  expect(finding).toEqual({ kind: "invoice", number: 1 });
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
