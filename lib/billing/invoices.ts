import { findBillTo } from "#db/queries/former-organization.ts";
import { findInvoice, findPayment, type InvoiceRow, selectInvoices } from "#db/queries/invoice.ts";
import { type Refused, refuse } from "#lib/base/result.ts";
import type { Actor, Operator } from "#lib/core/actor.ts";
import { type Listed, listOf, readOf, readOrganization } from "#lib/core/read.ts";
import { adminConfig } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import type { Line } from "./invoice.rules.ts";
import { documentOf } from "./invoice-document.rules.ts";
import { formatDocumentNumber } from "./invoice-text.rules.ts";

export type ListedInvoice = Awaited<ReturnType<typeof selectInvoices>>[number];

/** Lists an organization's invoices and credit notes, the latest first. */
export async function listInvoices(actor: Actor, organizationId: string): Promise<Listed<ListedInvoice>> {
  return listOf(actor, "see billing", organizationId, (db) => selectInvoices(db, organizationId));
}

/** Lists the invoices and credit notes of all organizations, the latest first. */
export async function listAllInvoices(_actor: Operator): Promise<Listed<ListedInvoice>> {
  return { ok: true, rows: await selectInvoices(database(), null) };
}

/** Reads what members need to pay: `account`: of the seller, or empty; `seller`: its name; `billTo`: the lines of the next invoice. */
export async function readPayment(actor: Actor, organizationId: string) {
  return readOf(actor, "see billing", organizationId, async (db) => {
    const { account, seller, taxName } = adminConfig().billing;
    const billTo = ((await findBillTo(db, organizationId, taxName)) ?? "").split("\n").filter((line) => line !== "");
    return { account, seller: seller.split("\n")[0] ?? "", billTo };
  });
}

export type ReadInvoice = Awaited<ReturnType<typeof read>>;

/** Refuses a number of another organization with `invoice_unknown`, so that numbers cannot be probed. */
export async function readInvoice(actor: Actor, organizationId: string, number: number) {
  return readOrganization(actor, "see billing", organizationId, async (db) => {
    const row = await findInvoice(db, { number });
    return row?.organizationId === organizationId ? read(row) : refuse("invoice_unknown");
  });
}

/** Reads an invoice of any organization, deleted ones included, for the operator. */
export async function readAnyInvoice(_actor: Operator, number: number): Promise<ReadInvoice | Refused> {
  const row = await findInvoice(database(), { number });
  return row === null ? refuse("invoice_unknown") : read(row);
}

/** `credits`: the number of the invoice that this one takes back. `creditedBy`: of the credit note that takes this one back. */
async function read(row: InvoiceRow) {
  const [payment, credit, credited] = await Promise.all([
    findPayment(database(), row.id),
    findInvoice(database(), { creditsId: row.id }),
    row.creditsId === null ? null : findInvoice(database(), { id: row.creditsId }),
  ]);
  const lines = JSON.parse(row.lines) as Line[];
  const credits = credited && formatDocumentNumber(credited.number, credited.prefix);
  const document = documentOf({ ...row, lines, credits, seal: row.sealDigest?.toString("hex") ?? null });
  const numbers = { credits: credited?.number ?? null, creditedBy: credit?.number ?? null };
  return { ok: true as const, row, lines, paidAt: payment?.paidAt ?? null, ...numbers, document };
}
