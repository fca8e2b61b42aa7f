import { type CsvCell, csvOf, FOR_MACHINES } from "#lib/base/csv.ts";
import { dayOf } from "#lib/base/time.rules.ts";
import type { Line } from "./invoice.rules.ts";
import { describe } from "./invoice-document.rules.ts";
import type { ReadInvoice } from "./invoices.ts";
import { amountText } from "./money.rules.ts";

const COLUMNS = [
  "document",
  "kind",
  "takes_back",
  "period",
  "issued",
  "due",
  "currency",
  "description",
  "eid",
  "quantity",
  "unit_amount",
  "amount",
  "net",
  "tax_percent",
  "tax",
  "total",
] as const;

type Row = Record<(typeof COLUMNS)[number], CsvCell>;

/**
 * Writes a row per line for machines (RFC 4180). The document's fields repeat, so that rows can be booked alone; only
 * `amount` adds up. `tax_percent`: of the row, which may take back part of an invoice with another rate.
 */
export async function csvOfDocument({ row, lines, credits, document }: ReadInvoice, form = FOR_MACHINES) {
  const amount = (minor: number) => Number(amountText(minor, row.currency));
  const own = {
    document: document.number,
    kind: row.kind,
    takes_back: credits,
    period: row.period?.slice(0, 7) ?? null,
    issued: dayOf(row.issuedAt),
    due: row.kind === "invoice" ? row.dueOn : null,
    currency: row.currency,
    net: amount(row.netMinor),
    tax_percent: row.taxBasisPoints / 100,
    tax: amount(row.taxMinor),
    total: amount(row.totalMinor),
  };
  const rows = lines.map((line): Row => ({ ...own, ...cellsOf(line, amount) }));
  let text = "";
  for await (const written of csvOf(COLUMNS, rows, form)) text += written;
  return text;
}

function cellsOf(line: Line, amount: (minor: number) => number) {
  const isFee = line.kind === "fee";
  return {
    description: describe(line),
    eid: isFee ? null : (line.eid ?? line.provider),
    quantity: isFee ? 1 : line.quantity,
    unit_amount: amount(isFee ? line.amountMinor : line.unitMinor),
    amount: amount(line.amountMinor),
    ...(!isFee && line.taxBasisPoints !== undefined && { tax_percent: line.taxBasisPoints / 100 }),
  };
}
