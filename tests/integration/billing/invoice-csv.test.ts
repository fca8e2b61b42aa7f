import { expect, test } from "vitest";
import { creditInvoice } from "#lib/billing/corrections.ts";
import type { Line } from "#lib/billing/invoice.rules.ts";
import { csvOfDocument } from "#lib/billing/invoice-csv.ts";
import { formatDocumentNumber } from "#lib/billing/invoice-text.rules.ts";
import { readInvoice } from "#lib/billing/invoices.ts";
import { invoiceFor } from "#tests/support/invoice.ts";
import { newOrganization } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;
const HEAD =
  "document,kind,takes_back,period,issued,due,currency,description,eid,quantity,unit_amount,amount,net,tax_percent,tax,total";

const LINES: Line[] = [
  { kind: "fee", plan: 'Small, "quick"', feeMinor: 2_900, days: 10, daysOfMonth: 30, amountMinor: 967 },
  { kind: "checks", provider: "b", basis: "price", quantity: 1_204, unitMinor: 12, amountMinor: 14_448 },
  { kind: "reversals", provider: "s", basis: "price", quantity: 2, unitMinor: -10, amountMinor: -20 },
];

async function csvOf(id: string, number: number): Promise<string[]> {
  const invoice = await readInvoice(OPERATOR, id, number);
  if (!invoice.ok) throw new Error(invoice.reason);
  return (await csvOfDocument(invoice)).split("\r\n");
}

test("each line is a row in plain numbers and dates, with what is the document's own on every one", async () => {
  const { id } = await newOrganization();
  const number = await invoiceFor(id, { lines: LINES, today: new Date("2026-10-01T00:10:00Z"), taxBasisPoints: 810 });
  const [name, own] = [formatDocumentNumber(number, ""), "153.95,8.1,12.47,166.42"];
  const first = `${name},invoice,,2026-09,2026-10-01,2026-10-15,EUR`;
  expect(await csvOf(id, number)).toEqual([
    HEAD,
    `${first},"Monthly fee, Small, ""quick"", 10 of 30 days",,1,9.67,9.67,${own}`,
    `${first},Age checks with Sandbox eID B,Sandbox eID B,1204,0.12,144.48,${own}`,
    `${first},Credited: Age checks with Sandbox eID S,Sandbox eID S,2,-0.1,-0.2,${own}`,
    "",
  ]);
});

test("a credit note names the invoice, has no month, is not due and is negative", async () => {
  const { id } = await newOrganization();
  const number = await invoiceFor(id);
  const credited = await creditInvoice(OPERATOR, number, "Wrong price");
  const credit = credited.ok ? credited.issued.number : 0;
  const today = new Date().toISOString().slice(0, 10);
  expect(await csvOf(id, credit)).toEqual([
    HEAD,
    `${formatDocumentNumber(credit, "")},credit_note,${number},,${today},,EUR,"Monthly fee, Starter",,1,-29,-29,-29,25,-7.25,-36.25`,
    "",
  ]);
});

test("a row that takes back part of an invoice with another rate has that rate; the document's own is on the others", async () => {
  const { id } = await newOrganization();
  const [, checks, reversals] = LINES;
  if (checks?.kind !== "checks" || reversals?.kind !== "reversals") throw new Error("There are no such lines");
  const number = await invoiceFor(id, {
    lines: [checks, { ...reversals, taxBasisPoints: 1_900 }],
    taxBasisPoints: 810,
  });
  const rates = (await csvOf(id, number)).slice(1, -1).map((row) => row.split(",").at(-3));
  expect(rates).toEqual(["8.1", "19"]);
});

test("yen have no decimals", async () => {
  const { id } = await newOrganization();
  const number = await invoiceFor(id, { currency: "JPY", lines: LINES.slice(1, 2), taxBasisPoints: 1_000 });
  expect((await csvOf(id, number))[1]).toMatch(/,JPY,.*,Sandbox eID B,1204,12,14448,14448,10,1445,15893$/);
});
