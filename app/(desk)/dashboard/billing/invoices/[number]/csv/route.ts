import { invoiceFile } from "#app/desk/billing/invoice-file.ts";
import { CSV } from "#app/desk/csv-answer.ts";
import { fileAnswer } from "#app/desk/file-answer.ts";
import { csvOfDocument } from "#lib/billing/document-csv.ts";

type Context = { params: Promise<{ number: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return invoiceFile(request, params, async (invoice) =>
    fileAnswer(`${invoice.document.name}.csv`, CSV, await csvOfDocument(invoice)),
  );
}
