import { v7 } from "uuid";
import type { Transaction } from "#db/client.ts";
import { allowLongStatements } from "#db/client.ts";
import { insertClosedMonth, listDebtors, readCalendar } from "#db/queries/closed-month.ts";
import { lockNumbers } from "#db/queries/document-number.ts";
import { findInvoiceOf } from "#db/queries/invoice.ts";
import { lockOrganization } from "#db/queries/organization-lock.ts";
import { adminConfig } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import { faultOf, log } from "#lib/core/log.ts";
import { postMail } from "#lib/core/outbox.ts";
import { totalsOf } from "./invoice.rules.ts";
import { formatDocumentNumber, monthText } from "./invoice-document.rules.ts";
import { hasSeller, type Issued, issue } from "./issue.ts";
import { money } from "./money.rules.ts";
import { readMonth } from "./month.ts";
import { endOf, type Period, periodAfter, periodOf, startOf } from "./period.rules.ts";
import { billingRecipients } from "./recipients.ts";
import { sealOrganization } from "./seal.ts";

/** Every hour: closes each UTC month that is over by the database's clock, the oldest first. */
export async function closeMonths(): Promise<void> {
  const { today, firstOpen } = await readCalendar(database());
  if (firstOpen === null || firstOpen >= periodOf(today)) return;
  if (!hasSeller()) return log.warn({ event: "invoices_not_issued", setting: "INVOICE_SELLER" });
  await closeFrom(firstOpen, periodAfter(periodOf(today), -1));
}

/**
 * Everybody's invoices of some months that are over, the oldest month first. Stopped halfway, it goes on where it was. An
 * organization that cannot be closed gets no invoice of a later month before that, and keeps nobody else waiting; a month, and
 * those after it, stay open until all have theirs.
 */
export async function closeFrom(first: Period, last: Period): Promise<Issued[]> {
  const issued: Issued[] = [];
  const stuck = new Map<string, unknown>();
  for (let period = first; period <= last; period = periodAfter(period)) {
    for (const organizationId of await listDebtors(database(), startOf(period), endOf(period))) {
      if (stuck.has(organizationId)) continue;
      try {
        issued.push(...(await closeMonthOf(organizationId, period)));
      } catch (fault) {
        log.error({ event: "organization_failed", organizationId, period, ...faultOf(fault) });
        stuck.set(organizationId, fault);
      }
    }
    if (stuck.size === 0) await insertClosedMonth(database(), period);
  }
  if (stuck.size > 0) throw new AggregateError(stuck.values(), `It failed for ${stuck.size} organizations`);
  return issued;
}

/** Nothing: it was closed before, or nothing is owed. */
export async function closeMonthOf(organizationId: string, period: Period): Promise<Issued[]> {
  if (await findInvoiceOf(database(), organizationId, period)) return [];
  // Whoever writes to the ledger holds this gate from before asking the time until the commit. The month is over, so once
  // the gate was ours, its last row is there.
  await database().transaction((tx) => lockOrganization(tx, organizationId));
  await sealOrganization(organizationId);
  return database().transaction(async (tx) => {
    await allowLongStatements(tx);
    const { lines, currency, taxBasisPoints } = await readMonth(tx, organizationId, period);
    const { netMinor, taxMinor } = totalsOf(lines, taxBasisPoints);
    if (netMinor === 0 && taxMinor === 0) return [];
    await lockNumbers(tx);
    if (await findInvoiceOf(tx, organizationId, period)) return [];
    const { today } = await readCalendar(tx);
    const draft = { id: v7(), organizationId, period, currency, lines, taxBasisPoints, today };
    const issued = await issue(tx, draft);
    await postMail(tx, await lettersOf(tx, organizationId, period, issued));
    return [issued];
  });
}

async function lettersOf(tx: Transaction, organizationId: string, period: Period, issued: Issued) {
  const { id, number, kind, totalMinor, currency } = issued;
  const recipients = await billingRecipients(tx, organizationId);
  const name = formatDocumentNumber(number, adminConfig().billing.prefix);
  const title = `${kind === "invoice" ? "Invoice" : "Credit note"} ${name} for ${monthText(period)}`;
  const body = `${title}: ${money(totalMinor, currency)}\n\nRead it on the Billing page of your dashboard.\n`;
  return recipients.map((recipient) => ({ about: `invoice ${id}`, recipient, subject: title, body }));
}
