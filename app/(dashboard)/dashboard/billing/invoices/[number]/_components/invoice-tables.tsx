import type { Document } from "#lib/billing/invoice-document.rules.ts";

/** On a phone a row is two lines: what it is about, then "1,204 × €0.12" and at the end the amount. */
export function Lines({ caption, columns, rows }: Pick<Document, "columns" | "rows"> & { caption: string }) {
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

/** In the right half; the last of them is what it all comes to. */
export function TotalsTable({ caption, totals }: Pick<Document, "totals"> & { caption: string }) {
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
