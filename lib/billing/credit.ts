import { v7 } from "uuid";
import { allowLongStatements, type Transaction } from "#db/client.ts";
import { insertAuditEvent } from "#db/queries/audit-event.ts";
import { insertReversals, START } from "#db/queries/billing-event.ts";
import { listReversible, sumCredit } from "#db/queries/billing-event-month.ts";
import { readCalendar } from "#db/queries/closed-month.ts";
import { lockNumbers } from "#db/queries/document-number.ts";
import { findCreditOf, findInvoice } from "#db/queries/invoice.ts";
import { listSpans } from "#db/queries/stripe-customer.ts";
import type { BillingReason } from "#lib/billing/reasons.ts";
import { nameOf, type Operator } from "#lib/core/actor.ts";
import { adminConfig } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import { type Result, refuse } from "#lib/core/result.ts";
import { readLine } from "#lib/core/text.ts";
import { linesOf } from "./invoice.rules.ts";
import { type Issued, issue } from "./issue.ts";
import { rowOfReversal } from "./ledger.rules.ts";
import { creditLines } from "./month.ts";
import { endOf, type Period, startOf } from "./period.rules.ts";
import { macOf } from "./row-mac.ts";

const LONGEST_REASON = 200;
const AT_ONCE = 5_000;

/**
 * Takes an invoice back, once, with a credit note: its fees, and whatever check of its month costs something and was not
 * taken back before. Each such check gets a reversing row in the ledger, which stands on the credit note and not on the
 * invoice of the month it is written in.
 */
export async function creditInvoice(
  actor: Operator,
  number: number,
  given: string,
): Promise<Result<{ issued: Issued }, BillingReason>> {
  const reason = readLine(given, LONGEST_REASON);
  if (!reason) return refuse("reason_missing");
  if (adminConfig().keys.length === 0) return refuse("keys_missing");
  return database().transaction(async (tx): Promise<Result<{ issued: Issued }, BillingReason>> => {
    await allowLongStatements(tx);
    await lockNumbers(tx);
    const row = await findInvoice(tx, { number });
    if (row?.kind !== "invoice" || row.period === null) return refuse("invoice_unknown");
    if (await findCreditOf(tx, row.id)) return refuse("invoice_credited");
    const [id, period] = [v7(), row.period];
    const { organizationId, currency, taxBasisPoints } = row;
    const by = { reason, actor: nameOf(actor), creditNoteId: id };
    await reverseMonth(tx, organizationId, period, by);
    const lines = [...creditLines(row), ...linesOf(period, [], await sumCredit(tx, organizationId, id))];
    if (lines.length === 0) return refuse("invoice_credited");
    const { today } = await readCalendar(tx);
    const draft = { id, organizationId, creditsId: row.id, reason, currency, lines, taxBasisPoints, today };
    const issued = await issue(tx, draft);
    const trace = { action: "invoice.credited", subject: String(number), after: { creditNote: issued.number, reason } };
    await insertAuditEvent(tx, { id: v7(), organizationId, actor: nameOf(actor), ...trace });
    return { ok: true, issued };
  });
}

/** Each page at its own moment: a million rows at the same one would have to be put in order whenever some of them are sealed. */
async function reverseMonth(tx: Transaction, organizationId: string, period: Period, by: By): Promise<void> {
  const stripes = await listSpans(tx, organizationId);
  const month = { organizationId, from: startOf(period), to: endOf(period), stripes, most: AT_ONCE };
  let page = await listReversible(tx, { ...month, after: START });
  while (page.length > 0) {
    const { today: createdAt } = await readCalendar(tx);
    const rows = page.map((check) => rowOfReversal(check, { ...by, id: v7(), createdAt }));
    await insertReversals(
      tx,
      rows.map((row) => ({ ...row, mac: macOf(row) })),
    );
    const last = page.at(-1);
    page = last ? await listReversible(tx, { ...month, after: { at: last.createdAt, id: last.id } }) : [];
  }
}

type By = { reason: string; actor: string; creditNoteId: string };
