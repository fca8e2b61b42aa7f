import { v7 } from "uuid";
import { insertAuditEvent } from "#db/queries/audit-event.ts";
import { findCreditOf, findInvoice, insertPayment } from "#db/queries/invoice.ts";
import type { BillingReason } from "#lib/billing/reasons.ts";
import { nameOf, type Operator } from "#lib/core/actor.ts";
import { database } from "#lib/core/database.ts";
import { type Result, refuse } from "#lib/core/result.ts";
import { readLine } from "#lib/core/text.ts";

const LONGEST_NOTE = 200;

/** The operator saw the money. `note`: how one knows, such as the bank's reference. `changed` is false the second time. */
export async function markPaid(
  actor: Operator,
  number: number,
  given: string,
): Promise<Result<{ changed: boolean }, BillingReason>> {
  const note = readLine(given, LONGEST_NOTE);
  if (note === null) return refuse("reason_missing");
  return database().transaction(async (tx): Promise<Result<{ changed: boolean }, BillingReason>> => {
    const row = await findInvoice(tx, { number });
    if (row?.kind !== "invoice") return refuse("invoice_unknown");
    if (await findCreditOf(tx, row.id)) return refuse("invoice_credited");
    const changed = await insertPayment(tx, { invoiceId: row.id, actor: nameOf(actor), note });
    const trace = { action: "invoice.paid", subject: String(number), after: { note } };
    const { organizationId } = row;
    if (changed) await insertAuditEvent(tx, { id: v7(), organizationId, actor: nameOf(actor), ...trace });
    return { ok: true, changed };
  });
}
