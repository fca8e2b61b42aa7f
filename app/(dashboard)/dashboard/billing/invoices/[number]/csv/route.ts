import { fileResponse } from "#app/_http/files.ts";
import { CSV, csvFormOf } from "#app/(dashboard)/_lib/csv-response.ts";
import { csvOfDocument } from "#lib/billing/invoice-csv.ts";
import { invoiceFile } from "../_lib/invoice-file.ts";

type Context = { params: Promise<{ number: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return invoiceFile(request, params, async (invoice) =>
    fileResponse(`${invoice.document.name}.csv`, CSV, await csvOfDocument(invoice, csvFormOf(request))),
  );
}
