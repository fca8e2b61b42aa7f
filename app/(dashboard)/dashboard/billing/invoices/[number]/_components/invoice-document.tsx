import type { Document } from "#lib/billing/invoice-document.rules.ts";

/** An invoice or a credit note. Printing the page prints only this (`data-document` in the style sheet). */
export function InvoiceDocument({
  document: { title, facts, seller, billTo, columns, rows, totals, notes },
}: {
  document: Document;
}) {
  return (
    <article data-document className="grid gap-8 rounded-xl border border-line bg-card p-4 sm:p-8 lg:p-12">
      <div className="grid gap-4">
        <span aria-hidden="true" className="h-1 w-8 border-t-4 border-accent" />
        <h1 className="text-2xl font-semibold sm:text-3xl">{title}</h1>
        <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-1">
          {facts.map(([label, value]) => (
            <Fact key={label} label={label} value={value} />
          ))}
        </dl>
      </div>
      <div className="grid gap-6 sm:grid-cols-2">
        <Party label="From" lines={seller} />
        <Party label="To" lines={billTo} />
      </div>
      <div className="relative grid gap-3">
        <Lines caption={`What ${title} is made of`} columns={columns} rows={rows} />
        <TotalsTable caption={`What ${title} comes to`} totals={totals} />
      </div>
      {notes.map((note) => (
        <p key={note} className="text-sm text-soft">
          {note}
        </p>
      ))}
    </article>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="text-pretty">{value}</dd>
    </>
  );
}

/** The seller or the bill-to party; nothing if it has no name. `dir`: names may be written from right to left. */
function Party({ label, lines: [name, ...lines] }: { label: string; lines: readonly string[] }) {
  if (name === undefined) return null;
  return (
    <section className="min-w-0">
      <h2 className="mb-1 text-sm text-soft">{label}</h2>
      <p dir="auto" className="font-semibold">
        {name}
      </p>
      {lines.map((line, n) => (
        <p key={n} dir="auto">
          {line}
        </p>
      ))}
    </section>
  );
}

/** The lines of the invoice. On a phone each takes two lines of text: its label, then "1,204 × €0.12" and the amount. */
function Lines({ caption, columns, rows }: Pick<Document, "columns" | "rows"> & { caption: string }) {
  return (
    <table className="w-full border-collapse text-left max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-sm:sr-only">
        <tr className="border-b border-accent text-sm text-soft">
          {columns.map((name) => (
            <th
              key={name}
              scope="col"
              className="whitespace-nowrap py-2 text-right font-normal not-first:pl-8 first:text-left"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-b border-line max-sm:block max-sm:border-t max-sm:border-t-accent">
        {rows.map(([what, quantity, price, amount], n) => (
          <tr
            key={n}
            className="break-inside-avoid align-top max-sm:grid max-sm:grid-cols-[auto_auto_1fr] max-sm:gap-x-1 max-sm:py-2.5"
          >
            <th scope="row" className="py-2.5 text-left font-normal text-pretty max-sm:col-span-3 max-sm:py-0">
              {what}
            </th>
            <Figure className="max-sm:text-soft">{quantity}</Figure>
            <Figure className="max-sm:text-soft max-sm:before:content-['×_']">{price}</Figure>
            <Figure>{amount}</Figure>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The sums in the right half; the last is the total. */
function TotalsTable({ caption, totals }: Pick<Document, "totals"> & { caption: string }) {
  return (
    <table className="ml-auto w-full break-inside-avoid border-collapse sm:w-[calc(50%-0.75rem)]">
      <caption className="sr-only">{caption}</caption>
      <tbody>
        {totals.map(([label, amount]) => (
          <tr
            key={label}
            className="[&>*]:py-1 font-normal last:border-t last:border-accent last:text-lg last:font-semibold last:[&>*]:pt-2"
          >
            <th scope="row" className="text-left [font-weight:inherit]">
              {label}
            </th>
            <td className="whitespace-nowrap text-right tabular-nums">{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Figure({ className = "", children }: { className?: string; children: string | undefined }) {
  return (
    <td className={`whitespace-nowrap py-2.5 text-right tabular-nums max-sm:py-0 sm:pl-8 ${className}`}>{children}</td>
  );
}
