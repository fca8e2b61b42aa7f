import { allowLongStatements } from "#db/client.ts";
import { insertClosedMonth, listDebtors, readCalendar } from "#db/queries/closed-month.ts";
import { findInvoice, lockNumbers } from "#db/queries/invoice.ts";
import { awaitLockHolders, lockOrganization } from "#db/queries/organization-lock.ts";
import { type Result, refuse } from "#lib/base/result.ts";
import { endOf, monthText, type Period, periodAfter, periodOf, startOf } from "#lib/base/time.rules.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import type { Operator } from "#lib/core/actor.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { adminConfig } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { emailBilling } from "./billing-email.ts";
import { totalsOf } from "./invoice.rules.ts";
import { formatDocumentNumber } from "./invoice-text.rules.ts";
import { hasSeller, type Issued, issueDocument, readMonth } from "./issue-invoice.ts";
import { sealOrganization } from "./ledger-seal.ts";
import { money } from "./money.rules.ts";
import type { BillingReason } from "./wording.ts";

/** Every hour: closes each UTC month that is over by the database's clock, the oldest first. */
export async function closeMonths(): Promise<void> {
  const { today, firstOpen } = await readCalendar(database());
  if (firstOpen === null || firstOpen >= periodOf(today)) return;
  if (!hasSeller()) return log.warn({ event: "invoices_not_issued", setting: "INVOICE_SELLER" });
  await closeFrom(firstOpen, periodAfter(periodOf(today), -1));
}

/** Closes every open month up to `month`, the oldest first, without waiting for the hourly job. */
export async function closeNow(_actor: Operator, month: Period): Promise<Result<{ rows: Issued[] }, BillingReason>> {
  if (!hasSeller()) return refuse("seller_missing");
  // Closing seals the ledger first, and the sealer needs the keys that signed its rows.
  if (adminConfig().keys.length === 0) return refuse("keys_missing");
  const { today, firstOpen } = await readCalendar(database());
  if (month >= periodOf(today)) return refuse("month_not_over");
  return { ok: true, rows: firstOpen === null ? [] : await closeFrom(firstOpen, month) };
}

/**
 * Issues these months' invoices, the oldest month first; a run that stops halfway is continued by the next. A month
 * stays open until every organization has its invoice, and none gets a later one before it.
 */
export async function closeFrom(first: Period, last: Period): Promise<Issued[]> {
  // Right after midnight a bill of the month may not be committed yet. Nobody would look for its organization again.
  await awaitLockHolders(database());
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

/**
 * Issues the invoice of one organization and month, at most once. Returns an empty list if there is one already, or nothing is due.
 * `issuedAt`: another moment than that of the database's clock, for a demo.
 */
export async function closeMonthOf(organizationId: string, period: Period, issuedAt?: Date): Promise<Issued[]> {
  if (await findInvoice(database(), { organizationId, period })) return [];
  // Every writer to the ledger takes this lock before it reads the clock and holds it until the commit. The month is over, so
  // once we have had the lock, the month's last row is committed.
  await database().transaction((tx) => lockOrganization(tx, organizationId));
  await sealOrganization(organizationId);
  return database().transaction(async (tx) => {
    await allowLongStatements(tx);
    const { lines, currency, taxBasisPoints } = await readMonth(tx, organizationId, period);
    const { netMinor, taxMinor } = totalsOf(lines, taxBasisPoints);
    if (netMinor === 0 && taxMinor === 0) return [];
    await lockNumbers(tx);
    if (await findInvoice(tx, { organizationId, period })) return [];
    const today = issuedAt ?? (await readCalendar(tx)).today;
    const draft = { id: uuidV7(), organizationId, period, creditsId: null, reason: null };
    const issued = await issueDocument(tx, { ...draft, currency, lines, taxBasisPoints, today });
    await emailBilling(tx, organizationId, issuedText(period, issued));
    return [issued];
  });
}

function issuedText(period: Period, { id, number, kind, totalMinor, currency }: Issued) {
  const name = formatDocumentNumber(number, adminConfig().billing.prefix);
  const what = kind === "invoice" ? "invoice" : "credit note";
  const subject = `${what} ${name} for ${monthText(period)}`;
  const { account } = adminConfig().billing;
  const due = kind === "invoice" && totalMinor > 0;
  const pay = due && account !== "" ? `Pay to ${account} with the reference ${name}. ` : "";
  return {
    about: `invoice ${id}`,
    subject,
    fact: `Your ${subject} is ${money(totalMinor, currency)}.`,
    action: `Open the ${what}`,
    page: `/dashboard/billing/invoices/${number}` as const,
    more: `${pay}The page has it as PDF and CSV${due ? ", and shows when it is due" : ""}.`,
  };
}
