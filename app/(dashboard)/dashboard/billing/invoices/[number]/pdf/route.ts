import { fileAnswer } from "#app/_http/file-response.ts";
import { pdfOf } from "#lib/billing/pdf/invoice-pdf.ts";
import { invoiceFile } from "../_lib/invoice-file.ts";

type Context = { params: Promise<{ number: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return invoiceFile(request, params, async ({ document }) =>
    fileAnswer(`${document.name}.pdf`, "application/pdf", new Uint8Array(await pdfOf(document))),
  );
}
