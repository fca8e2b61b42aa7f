import type { ReactNode } from "react";
import { classes } from "#app/_ui/classes.ts";
import { Copyable } from "#app/_ui/copy-button.tsx";
import { Facts } from "#app/_ui/facts.tsx";
import type { Document } from "#lib/billing/invoice-document.rules.ts";

/** Shows an invoice or a credit note. Printing the page prints only this (`data-document` in the style sheet). */
export function InvoiceDocument({
  document: { title, facts, seller, billTo, columns, rows, totals, notes },
}: {
  document: Document;
}) {
  return (
    <article
      data-document
      className="grid grid-cols-1 gap-8 rounded-l border border-line p-8 wrap-anywhere @max-phone/sheet:p-4"
    >
      <div className="grid content-start gap-4 *:min-w-0">
        <h1>{title}</h1>
        <Facts rows={facts} />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-6">
        <Party label="From" lines={seller} />
        <Party label="To" lines={billTo} />
      </div>
      <div className="grid content-start gap-4 *:min-w-0">
        <Lines caption={`What ${title} is made of`} columns={columns} rows={rows} />
        <TotalsTable caption={`What ${title} comes to`} totals={totals} />
      </div>
      {notes.map((note) => (
        <p key={note} className="text-meta text-soft">
          <Note>{note}</Note>
        </p>
      ))}
    </article>
  );
}

/** A seal is for a machine to compare: as code, and in full, for a print is a proof too. */
function Note({ children: note }: { children: string }) {
  const [words, seal] = note.split(/: (?=[0-9a-f]{64}$)/);
  if (seal === undefined) return note;
  return (
    <>
      {words}: <Copyable text={seal} what="seal" />
    </>
  );
}

/** Shows the seller or the bill-to party; nothing if it has no name. `dir`: names may be written from right to left. */
function Party({ label, lines: [name, ...lines] }: { label: string; lines: readonly string[] }) {
  if (name === undefined) return null;
  return (
    <section>
      <h2 className="text-meta text-soft">{label}</h2>
      <p dir="auto">
        <b>{name}</b>
      </p>
      {lines.map((line, n) => (
        <p key={n} dir="auto">
          {line}
        </p>
      ))}
    </section>
  );
}

/** Shows the lines of the invoice. On a phone each takes two lines of text: its label, then "1,204 × €0.12" and the amount. */
function Lines({ caption, columns, rows }: Pick<Document, "columns" | "rows"> & { caption: string }) {
  return (
    <table className="w-full">
      <caption className="sr-only">{caption}</caption>
      <thead className="@max-phone/sheet:sr-only">
        <tr className="break-inside-avoid border-b border-accent align-top text-meta text-soft">
          {columns.map((name) => (
            <th
              key={name}
              scope="col"
              className="py-2 ps-8 text-end font-normal whitespace-nowrap first:ps-0 first:text-start first:whitespace-normal"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="@max-phone/sheet:block">
        {rows.map(([what, quantity, price, amount], n) => (
          <tr
            key={n}
            className="break-inside-avoid border-b border-line align-top @max-phone/sheet:grid @max-phone/sheet:grid-cols-[auto_auto_1fr] @max-phone/sheet:gap-x-1 @max-phone/sheet:py-2"
          >
            <th scope="row" className="py-2 font-normal @max-phone/sheet:col-span-full @max-phone/sheet:p-0">
              {what}
            </th>
            <Amount className="@max-phone/sheet:text-soft">{quantity}</Amount>
            <Amount className="@max-phone/sheet:text-soft @max-phone/sheet:before:content-['×_']">{price}</Amount>
            <Amount>{amount}</Amount>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Amount({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <td className={classes("py-2 ps-8 text-end whitespace-nowrap @max-phone/sheet:p-0", className)}>{children}</td>
  );
}

/** Shows the sums in the right half; the last is the total. */
function TotalsTable({ caption, totals }: Pick<Document, "totals"> & { caption: string }) {
  return (
    <table className="ms-auto w-full max-w-96">
      <caption className="sr-only">{caption}</caption>
      <tbody>
        {totals.map(([label, amount]) => (
          <tr
            key={label}
            className="group break-inside-avoid align-top last:border-t last:border-accent last:text-head last:tracking-normal"
          >
            <th scope="row" className="py-2 font-normal group-last:font-semibold">
              {label}
            </th>
            <td className="py-2 ps-8 text-end whitespace-nowrap">{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
