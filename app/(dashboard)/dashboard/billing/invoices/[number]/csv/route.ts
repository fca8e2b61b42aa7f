import { CSV } from "#app/_http/csv-response.ts";
import { fileAnswer } from "#app/_http/file-response.ts";
import { csvOfDocument } from "#lib/billing/invoice-csv.ts";
import { invoiceFile } from "../_lib/invoice-file.ts";

type Context = { params: Promise<{ number: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return invoiceFile(request, params, async (invoice) =>
    fileAnswer(`${invoice.document.name}.csv`, CSV, await csvOfDocument(invoice)),
  );
}
