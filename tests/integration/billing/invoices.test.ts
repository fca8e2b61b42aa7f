import { expect, test } from "vitest";
import { closeMonthOf } from "#lib/billing/close-months.ts";
import { creditInvoice, markPaid } from "#lib/billing/corrections.ts";
import { formatDocumentNumber } from "#lib/billing/invoice-text.rules.ts";
import { listAllInvoices, listInvoices, readAnyInvoice, readInvoice } from "#lib/billing/invoices.ts";
import { past } from "#tests/support/ledger.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;
const UNKNOWN = { ok: false, reason: "invoice_unknown" };

/** A shop with a check in March, and the number of its invoice. */
async function invoiced() {
  const shop = await newOrganization();
  await past(shop, [{ at: new Date("2026-03-10T12:00Z") }]);
  const [issued] = await closeMonthOf(shop.id, "2026-03-01");
  return { ...shop, number: issued?.number ?? 0 };
}

async function read(number: number) {
  const found = await readAnyInvoice(OPERATOR, number);
  if (!found.ok) throw new Error(found.reason);
  return found;
}

test("members see their own invoices, and the operator everybody's, the latest first", async () => {
  const [shop, other] = [await invoiced(), await invoiced()];
  const owner = await memberOf(shop.id, "owner");
  expect(await listInvoices(owner, shop.id)).toMatchObject({ ok: true, rows: [{ number: shop.number }] });
  const all = await listAllInvoices(OPERATOR);
  const numbers = all.ok ? all.rows.map(({ number }) => number) : [];
  expect(numbers.filter((number) => [shop.number, other.number].includes(number))).toEqual([other.number, shop.number]);
});

test("the number of somebody else's invoice is as unknown as one that was never given", async () => {
  const [shop, other] = [await invoiced(), await invoiced()];
  const owner = await memberOf(shop.id, "owner");
  expect(await readInvoice(owner, shop.id, shop.number)).toMatchObject({ ok: true, row: { number: shop.number } });
  for (const number of [other.number, 999_999_999]) expect(await readInvoice(owner, shop.id, number)).toEqual(UNKNOWN);
  expect(await readAnyInvoice(OPERATOR, 999_999_999)).toEqual(UNKNOWN);
});

test("who may not see the billing sees no invoice", async () => {
  const shop = await invoiced();
  const developer = await memberOf(shop.id, "developer");
  const refused = { ok: false, reason: "not_allowed" };
  expect(await listInvoices(developer, shop.id)).toEqual(refused);
  expect(await readInvoice(developer, shop.id, shop.number)).toEqual(refused);
});

test("an invoice says when it was paid, and up to which seal its ledger was read", async () => {
  const shop = await invoiced();
  const { paidAt, row, document } = await read(shop.number);
  expect(paidAt).toBeNull();
  expect(document.notes).toEqual([`Ledger sealed up to row 1: ${row.sealDigest?.toString("hex")}`]);
  await markPaid(OPERATOR, shop.number, "");
  expect((await read(shop.number)).paidAt).toBeInstanceOf(Date);
});

test("a credit note and its invoice name each other", async () => {
  const shop = await invoiced();
  const credited = await creditInvoice(OPERATOR, shop.number, "Wrong price");
  const note = credited.ok ? credited.issued.number : 0;
  const [invoice, credit] = [await read(shop.number), await read(note)];
  expect([invoice.credits, invoice.creditedBy, credit.credits, credit.creditedBy]).toEqual([
    null,
    note,
    shop.number,
    null,
  ]);
  const takesBack = [invoice, credit].map(({ document }) => document.facts.find(([label]) => label === "Credits"));
  expect(takesBack).toEqual([undefined, ["Credits", `Invoice ${formatDocumentNumber(shop.number, "")}`]]);
});
