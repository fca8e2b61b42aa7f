import { Cell, Row, RowLink, Table } from "#app/_ui/table.tsx";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { InvoiceState } from "#app/(dashboard)/dashboard/billing/_components/invoice-state.tsx";
import { monthText } from "#lib/base/time.rules.ts";
import { formatDocumentNumber } from "#lib/billing/invoice-text.rules.ts";
import type { ListedInvoice } from "#lib/billing/invoices.ts";

const HEAD = ["Number", "Total with tax", "Month", "State", { name: "Files", num: true, minor: true }];

/** Lists every invoice and credit note, the latest first, with links to its page, its PDF and its CSV. */
export async function InvoiceTable({ invoices }: { invoices: readonly ListedInvoice[] }) {
  const { money } = await readerFormats();
  return (
    <Table caption="Invoices" head={HEAD} stack boxed>
      {invoices.map((one) => {
        const name = formatDocumentNumber(one.number, one.prefix);
        const here = `/dashboard/billing/invoices/${one.number}`;
        return (
          <Row key={one.number}>
            <Cell heading nowrap>
              <RowLink href={here}>{name}</RowLink>
            </Cell>
            <Cell end nowrap>
              {money(one.totalMinor, one.currency)}
            </Cell>
            <Cell nowrap soft>
              {one.period ? monthText(one.period) : "Credit note"}
            </Cell>
            <Cell end>
              <InvoiceState {...one} />
            </Cell>
            <Cell num nowrap minor>
              <span className="relative z-1 inline-flex gap-3">
                {(["pdf", "csv"] as const).map((form) => (
                  <a download key={form} href={`${here}/${form}`}>
                    {form.toUpperCase()}
                    <span className="sr-only"> of {name}</span>
                  </a>
                ))}
              </span>
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}
