import type { Transaction } from "#db/client.ts";
import { takeNumber } from "#db/queries/document-number.ts";
import { findBillTo } from "#db/queries/former-organization.ts";
import { findInvoice, insertInvoice, type NewInvoice } from "#db/queries/invoice.ts";
import { findLastSeal } from "#db/queries/ledger-seal.ts";
import { adminConfig } from "#lib/core/config.ts";
import { log } from "#lib/core/log.ts";
import { chainDigestOf, NO_SEAL } from "./chain.ts";
import { type Line, textOfLines, totalsOf } from "./invoice.rules.ts";
import type { NumberedDocument } from "./invoice-text.rules.ts";

type Draft = Pick<NewInvoice, "id" | "organizationId" | "period" | "creditsId" | "reason" | "currency"> & {
  lines: readonly Line[];
  taxBasisPoints: number;
  today: Date;
};

export type Issued = {
  id: string;
  number: number;
  kind: "invoice" | "credit_note";
  totalMinor: number;
  currency: string;
};

/**
 * Numbers a document and writes it down for good. The numbers are held until the commit, so that none is ever left out and
 * each covers the one before it. Its digest goes to the log too, out of reach of whoever can rewrite the database.
 */
export async function issue(tx: Transaction, { lines, today, taxBasisPoints, ...draft }: Draft): Promise<Issued> {
  const { billing } = adminConfig();
  const totals = totalsOf(lines, taxBasisPoints);
  const seal = await findLastSeal(tx, draft.organizationId);
  const kind = draft.creditsId || totals.netMinor < 0 ? "credit_note" : "invoice";
  const number = await takeNumber(tx);
  const before = await findInvoice(tx, { number: number - 1 });
  const document: NumberedDocument = {
    ...draft,
    period: draft.period ?? null,
    creditsId: draft.creditsId ?? null,
    reason: draft.reason ?? null,
    ...totals,
    number,
    prefix: billing.prefix,
    taxName: billing.taxName,
    kind,
    issuedAt: today,
    dueOn: new Date(+today + billing.dueDays * 86_400_000).toISOString().slice(0, 10),
    lines: textOfLines(lines),
    taxBasisPoints,
    seller: billing.seller,
    billTo: (await findBillTo(tx, draft.organizationId)) ?? "",
    sealPosition: seal?.position ?? 0,
    sealDigest: seal?.digest ?? null,
  };
  const digest = chainDigestOf(before?.digest ?? NO_SEAL, document);
  await insertInvoice(tx, { ...document, digest });
  log.info({ event: "document_issued", number, digest: digest.toString("hex") });
  return { id: draft.id, number, kind, totalMinor: totals.totalMinor, currency: draft.currency };
}

/** Who sells? Without a name and an address there is no invoice. */
export function hasSeller(): boolean {
  return adminConfig().billing.seller !== "";
}
