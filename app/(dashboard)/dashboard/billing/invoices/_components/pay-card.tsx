import { Card } from "#app/_ui/box.tsx";
import { Copyable } from "#app/_ui/copy-button.tsx";
import { Facts } from "#app/_ui/facts.tsx";
import { formatDay } from "#app/_ui/format-date.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { formatDocumentNumber } from "#lib/billing/invoice-text.rules.ts";
import type { ListedInvoice } from "#lib/billing/invoices.ts";
import { amountText } from "#lib/billing/money.rules.ts";

type Props = {
  invoice: Pick<ListedInvoice, "number" | "prefix" | "totalMinor" | "currency" | "dueOn">;
  account: string;
  seller: string;
};

type Payable = Pick<ListedInvoice, "kind" | "totalMinor" | "paidAt" | "creditedBy">;

/** Says whether an invoice waits to be paid. */
export function isUnpaid({ kind, totalMinor, paidAt, creditedBy }: Payable): boolean {
  return kind === "invoice" && totalMinor > 0 && paidAt === null && creditedBy === null;
}

/**
 * Shows how to pay an invoice, each detail as a bank's form takes it. `account`: empty, if the operator
 * has named none.
 */
export async function PayCard({ invoice: { number, prefix, totalMinor, currency, dueOn }, account, seller }: Props) {
  const { money } = await readerFormats();
  const name = formatDocumentNumber(number, prefix);
  return (
    <Card as="section" className="grid content-start gap-4">
      <h2>Pay {name}</h2>
      <Facts
        rows={[
          [
            "Amount",
            <Copyable
              key="amount"
              text={amountText(totalMinor, currency)}
              what="the amount"
              shown={<b>{money(totalMinor, currency)}</b>}
            />,
          ],
          [
            "Pay to",
            account && seller ? <Copyable key="seller" text={seller} what="who is paid" shown={seller} /> : null,
          ],
          ["Account", account ? <Copyable key="account" text={account} what="the account" /> : null],
          ["Reference", <Copyable key="reference" text={name} what="the payment reference" />],
          ["Due", formatDay(new Date(dueOn), "UTC")],
        ]}
      />
      {!account && <p className="text-soft">Pay {seller || "the operator of this service"} as you agreed.</p>}
    </Card>
  );
}
