import type { Document } from "#lib/billing/invoice-document.rules.ts";
import { Lines, TotalsTable } from "./invoice-tables.tsx";

/** A document as it is printed: in print, nothing else of the page is there. */
export function InvoiceDocument({
  document: { title, facts, seller, billTo, columns, rows, totals, notes },
}: {
  document: Document;
}) {
  return (
    <article data-sheet className="grid gap-8 rounded-xl border border-line bg-sheet p-4 sm:p-8 lg:p-12">
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

/** Whoever has no name is left out. A name may be written from right to left. */
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
