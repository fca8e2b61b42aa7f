import { allowLongStatements, type Transaction } from "#db/client.ts";
import { insertAuditEvent } from "#db/queries/audit-event.ts";
import { findEvent, insertCreditedReversals, insertReversals, START } from "#db/queries/billing-event.ts";
import { listReversible, sumCredit } from "#db/queries/billing-event-month.ts";
import { readCalendar } from "#db/queries/closed-month.ts";
import { findInvoice, insertPayment, lockNumbers } from "#db/queries/invoice.ts";
import { listSpans } from "#db/queries/subscription-span.ts";
import { type Result, refuse } from "#lib/base/result.ts";
import { isUuid, readLine } from "#lib/base/text.ts";
import { endOf, type Period, startOf } from "#lib/base/time.rules.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { nameOf, type Operator } from "#lib/core/actor.ts";
import { changeOrganization } from "#lib/core/change.ts";
import { adminConfig } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { linesOf } from "./invoice.rules.ts";
import { creditLines, type Issued, issueDocument } from "./issue-invoice.ts";
import { rowOfReversal } from "./ledger.rules.ts";
import { macOf } from "./row-mac.ts";
import type { BillingReason } from "./wording.ts";

/** Limits a note or a reason, in characters. */
const MAX_TEXT = 200;
const PAGE_ROWS = 5_000;

type Changed = Result<{ changed: boolean }, BillingReason>;

/** Records a payment for the operator. `typed`: the proof, such as the bank's reference. `changed` is false the second time. */
export async function markPaid(actor: Operator, number: number, typed: string): Promise<Changed> {
  const note = readLine(typed, MAX_TEXT);
  if (note === null) return refuse("reason_missing");
  return database().transaction(async (tx): Promise<Changed> => {
    const row = await findInvoice(tx, { number });
    if (row?.kind !== "invoice") return refuse("invoice_unknown");
    if (await findInvoice(tx, { creditsId: row.id })) return refuse("invoice_credited");
    const changed = await insertPayment(tx, { invoiceId: row.id, actor: nameOf(actor), note });
    const audit = { action: "invoice.paid", subject: String(number), after: { note } };
    const { organizationId } = row;
    if (changed) await insertAuditEvent(tx, { id: uuidV7(), organizationId, actor: nameOf(actor), ...audit });
    return { ok: true, changed };
  });
}

/** Takes an event back by a row that lowers this month's invoice and spending. `changed`: false the second time. */
export async function reverseEvent(actor: Operator, eventId: string, typed: string): Promise<Changed> {
  const reason = readLine(typed, MAX_TEXT);
  if (!reason) return refuse("reason_missing");
  if (adminConfig().keys.length === 0) return refuse("keys_missing");
  const event = isUuid(eventId) ? await findEvent(database(), eventId) : null;
  if (event === null || event.reverses !== null) return refuse("event_unknown");
  const { organizationId, priceMinor, currency } = event;
  return changeOrganization(actor, "operate", organizationId, async (tx) => {
    const { today: createdAt } = await readCalendar(tx);
    const own = { id: uuidV7(+createdAt), createdAt, reason, actor: nameOf(actor), creditNoteId: null };
    const row = rowOfReversal(event, own);
    const changed = (await insertReversals(tx, [{ ...row, mac: macOf(row) }])) > 0;
    const audit = { action: "event.reversed" as const, subject: eventId, after: { priceMinor, currency, reason } };
    return { value: { changed }, audit: changed ? audit : null };
  });
}

/**
 * Takes an invoice back once: its fees, and by a reversing row each check of its month that was not taken back before.
 * Those rows stand on the credit note, and on no month's invoice.
 */
export async function creditInvoice(actor: Operator, number: number, typed: string) {
  const reason = readLine(typed, MAX_TEXT);
  if (!reason) return refuse("reason_missing");
  if (adminConfig().keys.length === 0) return refuse("keys_missing");
  return database().transaction(async (tx): Promise<Result<{ issued: Issued }, BillingReason>> => {
    await allowLongStatements(tx);
    await lockNumbers(tx);
    const row = await findInvoice(tx, { number });
    if (row?.kind !== "invoice" || row.period === null) return refuse("invoice_unknown");
    if (await findInvoice(tx, { creditsId: row.id })) return refuse("invoice_credited");
    const [id, period] = [uuidV7(), row.period];
    const { organizationId, currency, taxBasisPoints } = row;
    await reverseMonth(tx, organizationId, period, { reason, actor: nameOf(actor), creditNoteId: id });
    const lines = [...creditLines(row), ...linesOf(period, [], await sumCredit(tx, organizationId, id))];
    if (lines.length === 0) return refuse("invoice_credited");
    const { today } = await readCalendar(tx);
    const draft = { id, organizationId, period: null, creditsId: row.id, reason };
    const issued = await issueDocument(tx, { ...draft, currency, lines, taxBasisPoints, today });
    const audit = { action: "invoice.credited", subject: String(number), after: { creditNote: issued.number, reason } };
    await insertAuditEvent(tx, { id: uuidV7(), organizationId, actor: nameOf(actor), ...audit });
    return { ok: true, issued };
  });
}

type Reversal = { reason: string; actor: string; creditNoteId: string };

/** Gives each page of rows a moment of its own: the sealer sorts by moment, and a million rows of one moment would be sorted again for every page. */
async function reverseMonth(tx: Transaction, organizationId: string, period: Period, reversal: Reversal) {
  const spans = await listSpans(tx, organizationId);
  const month = { organizationId, from: startOf(period), to: endOf(period), spans, limit: PAGE_ROWS };
  let page = await listReversible(tx, { ...month, after: START });
  while (page.length > 0) {
    const { today: createdAt } = await readCalendar(tx);
    const rows = page.map((check) => rowOfReversal(check, { ...reversal, id: uuidV7(+createdAt), createdAt }));
    await insertCreditedReversals(
      tx,
      rows.map((row) => ({ ...row, creditNoteId: reversal.creditNoteId, mac: macOf(row) })),
    );
    const last = page.at(-1);
    page = last ? await listReversible(tx, { ...month, after: { at: last.createdAt, id: last.id } }) : [];
  }
}
