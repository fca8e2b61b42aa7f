import { uuidV7 } from "#lib/base/uuid.ts";
import type { Line } from "#lib/billing/invoice.rules.ts";
import { issueDocument } from "#lib/billing/issue-invoice.ts";
import { database } from "#lib/runtime/database.ts";

type Given = { period?: string; currency?: string; taxBasisPoints?: number; lines?: readonly Line[]; today?: Date };

const FEE = { kind: "fee", plan: "Starter", feeMinor: 2_900, days: 30, daysOfMonth: 30, amountMinor: 2_900 } as const;

/** Issues one as the end of a month does, whatever the ledger says; its number. */
export async function invoiceFor(organizationId: string, given: Given = {}): Promise<number> {
  const { period = "2026-09-01", currency = "EUR", taxBasisPoints = 2_500, lines = [FEE], today = new Date() } = given;
  const draft = { id: uuidV7(), organizationId, period, creditsId: null, reason: null };
  const of = { ...draft, currency, taxBasisPoints, lines, today };
  const { number } = await database().transaction((tx) => issueDocument(tx, of));
  return number;
}
