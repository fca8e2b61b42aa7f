import type { Metadata } from "next";
import { Columns } from "#app/_ui/columns.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import type { CurrentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { listInvoices, readPayment } from "#lib/billing/invoices.ts";
import { type NextInvoice, readNextInvoice } from "#lib/billing/next-invoice.ts";
import { readSubscription } from "#lib/billing/subscription.ts";
import { BillingPage } from "../_components/billing-page.tsx";
import { shortDay } from "../_lib/short-dates.ts";
import { BilledTo } from "./_components/billed-to.tsx";
import { InvoiceTable } from "./_components/invoice-table.tsx";
import { isUnpaid, PayCard } from "./_components/pay-card.tsx";

export const metadata: Metadata = { title: "Billing: invoices" };

export default function Invoices() {
  return <BillingPage tab="Invoices">{(membership) => <All {...membership} />}</BillingPage>;
}

async function All({ user, organization: { id } }: CurrentMembership) {
  const [invoices, next, payment, subscribed] = await Promise.all([
    loadOrFail("invoices", () => listInvoices(user, id)),
    loadOrFail("next invoice", () => readNextInvoice(user, id)),
    loadOrFail("payment", () => readPayment(user, id)),
    loadOrFail("subscription", () => readSubscription(user, id)),
  ]);
  if (!invoices?.ok) return <LoadError what="The invoices" here="/dashboard/billing/invoices" />;
  const isAtStripe = subscribed?.ok === true && subscribed.subscription?.isAtStripe === true;
  // The list begins with the latest, and the oldest is due first.
  const due = invoices.rows.findLast(isUnpaid);
  return (
    <Columns
      aside={
        <aside className="grid content-start gap-4 *:min-w-0">
          {payment?.ok ? (
            <>
              {due && <PayCard invoice={due} account={payment.read.account} seller={payment.read.seller} />}
              <BilledTo lines={payment.read.billTo} />
            </>
          ) : (
            <LoadError what="How to pay" here="/dashboard/billing/invoices" />
          )}
        </aside>
      }
    >
      <div className="grid content-start gap-4 *:min-w-0">
        {invoices.rows.length === 0 ? (
          <Empty heading="No invoice yet">
            Each month’s invoice appears in the first hours of the next month, if anything was billed.
          </Empty>
        ) : (
          <InvoiceTable invoices={invoices.rows} />
        )}
        {isAtStripe ? (
          <p className="text-meta text-soft">Stripe collects your subscription and sends its invoices.</p>
        ) : (
          next?.ok && next.next && <Next {...next.next} />
        )}
      </div>
    </Columns>
  );
}

async function Next({ issuedOn, currency, estimate, taxBasisPoints, taxName }: NextInvoice) {
  const { money } = await readerFormats();
  return (
    <p className="text-meta text-soft">
      Next: {shortDay(issuedOn)}, about {money(estimate.totals.netMinor, currency)}
      {taxBasisPoints > 0 && ` + ${taxName}`}. <a href="/dashboard/billing">This month’s usage</a>
    </p>
  );
}
