import { type Command, InvalidArgumentError } from "commander";
import type { CsvForm } from "#lib/base/csv.ts";
import { type Period, readPeriod } from "#lib/base/time.rules.ts";
import { closeNow } from "#lib/billing/close-months.ts";
import { creditInvoice, markPaid } from "#lib/billing/corrections.ts";
import { csvOfDocument } from "#lib/billing/invoice-csv.ts";
import type { Document } from "#lib/billing/invoice-document.rules.ts";
import { readDocumentNumber } from "#lib/billing/invoice-text.rules.ts";
import { listAllInvoices, listInvoices, readAnyInvoice } from "#lib/billing/invoices.ts";
import { OPERATOR } from "#lib/core/actor.ts";
import { SPREADSHEET } from "./arguments.ts";
import type { Format } from "./format.ts";
import { formatDocument, invoicesText, issuedText, recordOf } from "./format-invoice.ts";
import { newFile, writeNew } from "./new-file.ts";

export function addInvoices(ageway: Command, format: Format): void {
  const invoice = ageway
    .command("invoice")
    .description("Manage invoices and credit notes, which never change once issued");
  invoice
    .command("list [organization]")
    .description("List invoices, the latest first; without an organization those of all, deleted ones included")
    .action((id?: string) =>
      format(id ? listInvoices(OPERATOR, id) : listAllInvoices(OPERATOR), ({ rows }) => invoicesText(rows)),
    );
  invoice
    .command("show")
    .description("Show an invoice as text, or write it to a new file")
    .argument("<number>", "Number, as invoice list shows it", numberOf)
    .option("--pdf <file>", "Write it as PDF", newFile)
    .option("--csv <file>", "Write it as CSV, one row per line", newFile)
    .option(...SPREADSHEET)
    .action(
      async (number: number, { pdf, csv, spreadsheet }: { pdf?: string; csv?: string; spreadsheet?: CsvForm }) => {
        const read = await readAnyInvoice(OPERATOR, number);
        if (read.ok && pdf) writeNew(pdf, await pdfOf(read.document));
        if (read.ok && csv) writeNew(csv, await csvOfDocument(read, spreadsheet));
        await format(read.ok ? { ok: true, ...recordOf(read) } : read, () => (read.ok ? formatDocument(read) : ""));
      },
    );
  invoice
    .command("close")
    .description(
      "Issue the invoices of a month that is over, and of open months before it, without waiting for the job",
    )
    .argument("<month>", "Month, such as 2026-11", monthOf)
    .action((month: Period) => format(closeNow(OPERATOR, month), ({ rows }) => issuedText(rows)));
  invoice
    .command("paid")
    .description("Mark an invoice as paid")
    .argument("<number>", "Number, as invoice list shows it", numberOf)
    .option("--note <text>", "How you know, such as the bank's reference")
    .action((number: number, { note = "" }) => format(markPaid(OPERATOR, number, note)));
  invoice
    .command("credit")
    .description("Credit an invoice with a credit note, and each check on it that has a price")
    .argument("<number>", "Number, as invoice list shows it", numberOf)
    .requiredOption("--reason <text>", "Why; it stands on the credit note")
    .action((number: number, { reason }) => format(creditInvoice(OPERATOR, number, reason)));
}

/** Loads fonts and the PDF library only where they are needed. */
async function pdfOf(document: Document): Promise<Buffer> {
  return (await import("#lib/billing/pdf/invoice-pdf.ts")).pdfOf(document);
}

function numberOf(text: string): number {
  // Accepts the printed form too, such as AGE-000012.
  const number = readDocumentNumber(text.replace(/^.*?0*(?=[1-9]\d*$)/, ""));
  if (number === null) throw new InvalidArgumentError("It must be the number of a document, such as 12.");
  return number;
}

function monthOf(text: string): Period {
  const month = readPeriod(text);
  if (month === null) throw new InvalidArgumentError("It must be a month, such as 2026-11.");
  return month;
}
