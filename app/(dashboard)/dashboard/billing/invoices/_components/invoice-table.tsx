import Link from "next/link";
import { Table } from "#app/_ui/table.tsx";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { InvoiceState } from "#app/(dashboard)/dashboard/billing/_components/invoice-state.tsx";
import { monthText } from "#lib/base/time.rules.ts";
import { formatDocumentNumber } from "#lib/billing/invoice-text.rules.ts";
import type { ListedInvoice } from "#lib/billing/invoices.ts";

const HEAD = ["Number", "Total with tax", "Month", "State", { name: "Files", className: "num minor" }];

/** Lists every invoice and credit note, the latest first, with links to its page, its PDF and its CSV. */
export async function InvoiceTable({ invoices }: { invoices: readonly ListedInvoice[] }) {
  const { money } = await readerFormats();
  return (
    <div className="box">
      <Table caption="Invoices" head={HEAD} stack links>
        {invoices.map((one) => {
          const name = formatDocumentNumber(one.number, one.prefix);
          const here = `/dashboard/billing/invoices/${one.number}`;
          return (
            <tr key={one.number}>
              <th scope="row" className="nw">
                <Link className="over" prefetch={false} href={here}>
                  {name}
                </Link>
              </th>
              <td className="end nw">{money(one.totalMinor, one.currency)}</td>
              <td className="nw meta-s">{one.period ? monthText(one.period) : "Credit note"}</td>
              <td className="end">
                <InvoiceState {...one} />
              </td>
              <td className="num nw minor">
                <span className="up files">
                  {(["pdf", "csv"] as const).map((form) => (
                    <a key={form} href={`${here}/${form}`}>
                      {form.toUpperCase()}
                      <span className="sr"> of {name}</span>
                    </a>
                  ))}
                </span>
              </td>
            </tr>
          );
        })}
      </Table>
    </div>
  );
}
