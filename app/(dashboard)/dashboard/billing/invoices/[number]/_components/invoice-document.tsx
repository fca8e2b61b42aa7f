import { Copyable } from "#app/_ui/copy-button.tsx";
import type { Document } from "#lib/billing/invoice-document.rules.ts";

/** Shows an invoice or a credit note. Printing the page prints only this (`data-document` in the style sheet). */
export function InvoiceDocument({
  document: { title, facts, seller, billTo, columns, rows, totals, notes },
}: {
  document: Document;
}) {
  return (
    <article data-document className="invoice">
      <div className="stack">
        <h1>{title}</h1>
        <dl className="facts">
          {facts.map(([label, value]) => (
            <Fact key={label} label={label} value={value} />
          ))}
        </dl>
      </div>
      <div className="parties">
        <Party label="From" lines={seller} />
        <Party label="To" lines={billTo} />
      </div>
      <div className="stack">
        <Lines caption={`What ${title} is made of`} columns={columns} rows={rows} />
        <TotalsTable caption={`What ${title} comes to`} totals={totals} />
      </div>
      {notes.map((note) => (
        <p key={note} className="meta">
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

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}

/** Shows the seller or the bill-to party; nothing if it has no name. `dir`: names may be written from right to left. */
function Party({ label, lines: [name, ...lines] }: { label: string; lines: readonly string[] }) {
  if (name === undefined) return null;
  return (
    <section>
      <h2 className="meta">{label}</h2>
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
    <table className="lines">
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([what, quantity, price, amount], n) => (
          <tr key={n}>
            <th scope="row">{what}</th>
            <td>{quantity}</td>
            <td className="price">{price}</td>
            <td>{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows the sums in the right half; the last is the total. */
function TotalsTable({ caption, totals }: Pick<Document, "totals"> & { caption: string }) {
  return (
    <table className="totals">
      <caption className="sr">{caption}</caption>
      <tbody>
        {totals.map(([label, amount]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
