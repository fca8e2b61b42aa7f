import Link from "next/link";
import { Empty } from "#app/_ui/empty.tsx";
import { formatDay } from "#app/_ui/format-date.ts";
import { Section } from "#app/_ui/section.tsx";
import { Table, TableCell } from "#app/_ui/table.tsx";
import { formatDocumentNumber, monthText } from "#lib/billing/invoice-document.rules.ts";
import type { ListedInvoice } from "#lib/billing/invoices.ts";
import { money } from "#lib/billing/money.rules.ts";
import { InvoiceState } from "./invoice-state.tsx";

/** Every invoice and credit note, with links to its page, its PDF and its CSV. */
export function InvoicesCard({ invoices, now }: { invoices: readonly ListedInvoice[]; now: Date }) {
  return (
    <Section heading="Invoices" lead="One for each UTC month, made in the first hours of the next.">
      {invoices.length === 0 ? (
        <Empty heading="No invoice yet">The first is made when a month in which something was billed is over.</Empty>
      ) : (
        <Table caption="Invoices" head={["Number", "Total", "State", "For", "Issued", "Files"]}>
          {invoices.map((one) => {
            const name = formatDocumentNumber(one.number, one.prefix);
            const here = `/dashboard/billing/invoices/${one.number}`;
            return (
              <tr key={one.number}>
                <th scope="row" className="whitespace-nowrap py-3 pr-4 text-left align-top font-medium">
                  <Link prefetch={false} className="text-accent underline" href={here}>
                    {name}
                  </Link>
                </th>
                <TableCell className="whitespace-nowrap tabular-nums">{money(one.totalMinor, one.currency)}</TableCell>
                <TableCell>
                  <InvoiceState {...one} now={now} />
                </TableCell>
                <TableCell className="whitespace-nowrap">
                  {one.period ? monthText(one.period) : "A credit note"}
                </TableCell>
                <TableCell className="whitespace-nowrap">{formatDay(one.issuedAt, "UTC")}</TableCell>
                <TableCell className="whitespace-nowrap">
                  {(["pdf", "csv"] as const).map((form) => (
                    <a key={form} className="mr-4 text-accent underline" href={`${here}/${form}`}>
                      {form.toUpperCase()}
                      <span className="sr-only"> of {name}</span>
                    </a>
                  ))}
                </TableCell>
              </tr>
            );
          })}
        </Table>
      )}
    </Section>
  );
}
