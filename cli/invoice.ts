import { existsSync, linkSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { closeNow } from "#lib/billing/close-months.ts";
import { creditInvoice, markPaid } from "#lib/billing/corrections.ts";
import { csvOfDocument } from "#lib/billing/invoice-csv.ts";
import { type Document, readDocumentNumber } from "#lib/billing/invoice-document.rules.ts";
import { listAllInvoices, listInvoices, readAnyInvoice } from "#lib/billing/invoices.ts";
import { type Period, readPeriod } from "#lib/billing/period.rules.ts";
import { OPERATOR } from "#lib/core/actor.ts";
import { CALLED_FROM } from "./arguments.ts";
import type { Format } from "./format.ts";
import { formatDocument, invoicesText, issuedText, recordOf } from "./format-invoice.ts";

/** Invoices and credit notes. */
export function addInvoices(ageway: Command, format: Format): void {
  const invoice = ageway
    .command("invoice")
    .description("invoices and credit notes: once issued, they stay as they are");
  invoice
    .command("list [organization]")
    .description("the latest first; without an organization everybody's, also of those that are gone")
    .action((id?: string) =>
      format(id ? listInvoices(OPERATOR, id) : listAllInvoices(OPERATOR), ({ rows }) => invoicesText(rows)),
    );
  invoice
    .command("show")
    .description("as its reader has it: in plain text, or into a file that is not there yet")
    .argument("<number>", "as the list shows it", numberOf)
    .option("--pdf <file>", "as PDF", newFile)
    .option("--csv <file>", "as CSV, a row a line", newFile)
    .action(async (number: number, { pdf, csv }: { pdf?: string; csv?: string }) => {
      const read = await readAnyInvoice(OPERATOR, number);
      if (read.ok && pdf) writeNew(pdf, await pdfOf(read.document));
      if (read.ok && csv) writeNew(csv, await csvOfDocument(read));
      await format(read.ok ? { ok: true, ...recordOf(read) } : read, () => (read.ok ? formatDocument(read) : ""));
    });
  invoice
    .command("close")
    .description("issue now what a month that is over has come to, and the open months before it; a job does it anyway")
    .argument("<month>", "such as 2026-11", monthOf)
    .action((month: Period) => format(closeNow(OPERATOR, month), ({ rows }) => issuedText(rows)));
  invoice
    .command("paid")
    .description("note that the money has come")
    .argument("<number>", "as the list shows it", numberOf)
    .option("--note <text>", "how one knows, such as the bank's reference", "")
    .action((number: number, { note }) => format(markPaid(OPERATOR, number, note)));
  invoice
    .command("credit")
    .description("take an invoice back with a credit note, and every check on it that costs something")
    .argument("<number>", "as the list shows it", numberOf)
    .requiredOption("--reason <text>", "why; it stands on the credit note")
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

function newFile(path: string): string {
  const file = resolve(CALLED_FROM, path);
  if (existsSync(file)) throw new InvalidArgumentError("It is there already.");
  if (!existsSync(dirname(file))) throw new InvalidArgumentError("There is no such folder.");
  return file;
}

/** Writes the whole file or none, and never replaces another. */
function writeNew(file: string, content: string | Buffer): void {
  const fresh = `${file}.${process.pid}`;
  try {
    writeFileSync(fresh, content, { flag: "wx" });
    linkSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
}
