import { memberRoute } from "#app/(dashboard)/_lib/member-route.ts";
import { readDocumentNumber } from "#lib/billing/invoice-text.rules.ts";
import { type ReadInvoice, readInvoice } from "#lib/billing/invoices.ts";

/** Answers an invoice as a file. */
export async function invoiceFile(
  request: Request,
  params: Promise<{ number: string }>,
  answer: (invoice: ReadInvoice) => Promise<Response>,
): Promise<Response> {
  const number = readDocumentNumber((await params).number);
  return memberRoute(request, async ({ user, organization }) => {
    if (number === null) return { ok: false, reason: "invoice_unknown" };
    const invoice = await readInvoice(user, organization.id, number);
    return invoice.ok ? answer(invoice) : invoice;
  });
}
