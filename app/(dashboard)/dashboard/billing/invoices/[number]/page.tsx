import type { Metadata } from "next";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Crumb } from "#app/_ui/crumb.tsx";
import { ExportLinks } from "#app/_ui/export-links.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { HelpLink, PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import { NoSuchPage } from "#app/(dashboard)/_components/no-such-page.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { whoMay } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { NotAllowed } from "#app/(dashboard)/dashboard/_components/not-allowed.tsx";
import { InvoiceState } from "#app/(dashboard)/dashboard/billing/_components/invoice-state.tsx";
import { lastDayOf, monthText } from "#lib/base/time.rules.ts";
import { readDocumentNumber } from "#lib/billing/invoice-text.rules.ts";
import { type ReadInvoice, readInvoice, readPayment } from "#lib/billing/invoices.ts";
import { ledgerQuery } from "#lib/billing/ledger-filter.rules.ts";
import { isUnpaid, PayCard } from "../_components/pay-card.tsx";
import { InvoiceDocument } from "./_components/invoice-document.tsx";

export const metadata: Metadata = { title: "Invoice" };

type Props = { params: Promise<{ number: string }> };

export default async function Invoice({ params }: Props) {
  const { user, organization } = await currentMembership();
  const number = readDocumentNumber((await params).number);
  if (number === null) return <NoSuchPage />;
  const invoice = await loadOrFail("invoice", () => readInvoice(user, organization.id, number));
  if (!invoice?.ok) {
    if (invoice && invoice.reason !== "not_allowed") return <NoSuchPage />;
    return (
      <>
        <PageHeader heading="Invoice" help="billing" />
        {invoice === null ? (
          <LoadError what="The invoice" here={addressOf(number)} />
        ) : (
          <NotAllowed what="billing" who={whoMay("see billing")} />
        )}
      </>
    );
  }
  const { row, credits, creditedBy, paidAt } = invoice;
  const payment = isUnpaid({ ...row, paidAt, creditedBy })
    ? await loadOrFail("payment", () => readPayment(user, organization.id))
    : null;
  return (
    <>
      <div className="mb-4 flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2 lg:mb-5">
        <Crumb href="/dashboard/billing/invoices" name="Invoices" />
        <b aria-hidden="true" className="text-page tracking-normal">
          {invoice.document.number}
        </b>
        <InvoiceState {...row} {...{ paidAt, creditedBy }} />
        <Other number={creditedBy}>Its credit note</Other>
        <Other number={credits}>The invoice it credits</Other>
        <HelpLink of="billing" />
        <div className="ms-auto flex flex-wrap items-center gap-2 max-sm:ms-0">
          <ButtonLink download size="sm" href={`${addressOf(number)}/pdf?organization=${organization.id}`}>
            <Icon name="download" />
            PDF
          </ButtonLink>
          <ExportLinks href={`${addressOf(number)}/csv?organization=${organization.id}`} />
        </div>
      </div>
      {payment?.ok && (
        <div className="mb-6 grid">
          <PayCard invoice={row} account={payment.read.account} seller={payment.read.seller} />
        </div>
      )}
      <InvoiceDocument document={invoice.document} />
      <HowToCheck {...invoice} />
    </>
  );
}

function Other({ number, children }: { number: number | null; children: string }) {
  return number !== null && <a href={addressOf(number)}>{children}</a>;
}

function HowToCheck({ row: { period, kind, sealDigest } }: ReadInvoice) {
  return (
    <Section heading="Check this document">
      <div className="grid content-start gap-4 *:min-w-0">
        <p>
          Every billed check is a row of your ledger. A line about checks counts the rows of one eID and price; a line
          about the monthly fee counts days. Days and months are those of UTC.
        </p>
        {sealDigest && (
          <p>
            Rows are never changed or deleted, and each is sealed together with the one before it. The seal at the end
            of this {kind === "invoice" ? "invoice" : "credit note"} covers all rows until its issue. Keep it: if a row
            changes later, the ledger no longer gives the same seal.
          </p>
        )}
        {period && (
          <p>
            <a
              href={`/dashboard/billing/events?${ledgerQuery({ since: period, until: lastDayOf(period), mode: "live", credits: "without" })}`}
            >
              All billed checks of {monthText(period)}
            </a>
          </p>
        )}
      </div>
    </Section>
  );
}

function addressOf(number: number): string {
  return `/dashboard/billing/invoices/${number}`;
}
