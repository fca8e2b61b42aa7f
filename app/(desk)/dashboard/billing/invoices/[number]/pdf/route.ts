import { invoiceFile } from "#app/desk/billing/invoice-file.ts";
import { fileAnswer } from "#app/desk/file-answer.ts";
import { pdfOf } from "#lib/billing/document-pdf.ts";

type Context = { params: Promise<{ number: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return invoiceFile(request, params, async ({ document }) =>
    fileAnswer(`${document.name}.pdf`, "application/pdf", new Uint8Array(await pdfOf(document))),
  );
}
