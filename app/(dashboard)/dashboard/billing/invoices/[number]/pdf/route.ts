import { fileResponse } from "#app/_http/files.ts";
import { pdfOf } from "#lib/billing/pdf/invoice-pdf.ts";
import { invoiceFile } from "../_lib/invoice-file.ts";

type Context = { params: Promise<{ number: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return invoiceFile(request, params, async ({ document }) =>
    fileResponse(`${document.name}.pdf`, "application/pdf", new Uint8Array(await pdfOf(document))),
  );
}
