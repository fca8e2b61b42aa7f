import { Copyable } from "#app/_ui/copy-button.tsx";
import { formatDay } from "#app/_ui/format-date.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { formatDocumentNumber } from "#lib/billing/invoice-text.rules.ts";
import type { ListedInvoice } from "#lib/billing/invoices.ts";

type Props = { invoice: ListedInvoice; account: string; seller: string };

/** Shows how to pay the invoice that is due first. `account`: empty, if the operator has named none. */
export async function PayCard({ invoice, account, seller }: Props) {
  const { money } = await readerFormats();
  const name = formatDocumentNumber(invoice.number, invoice.prefix);
  return (
    <section className="card stack">
      <h2>Pay {name}</h2>
      <dl className="facts">
        <dt>Amount</dt>
        <dd>
          <b>{money(invoice.totalMinor, invoice.currency)}</b>
        </dd>
        {account && (
          <>
            <dt>Account</dt>
            <dd>
              <Copyable text={account} what="the account" />
            </dd>
          </>
        )}
        <dt>Reference</dt>
        <dd>
          <Copyable text={name} what="the payment reference" />
        </dd>
        <dt>Due</dt>
        <dd>{formatDay(new Date(invoice.dueOn), "UTC")}</dd>
      </dl>
      {!account && <p className="soft">Pay {seller || "the operator of this service"} as you agreed.</p>}
    </section>
  );
}
