import type { Db } from "#db/client.ts";
import { hasLedger, listLedgers } from "#db/queries/billing-event.ts";
import { inSnapshot } from "#db/queries/database.ts";
import { findInvoice, findMissingNumber, type InvoiceRow, listDocumentsOf } from "#db/queries/invoice.ts";
import { findSeal } from "#db/queries/ledger-seal.ts";
import { findMiscounted } from "#db/queries/usage-counter.ts";
import { refuse } from "#lib/base/result.ts";
import { isUuid } from "#lib/base/text.ts";
import type { Operator } from "#lib/core/actor.ts";
import { database } from "#lib/runtime/database.ts";
import { type Line, textOfLines, totalsOf } from "./invoice.rules.ts";
import { documentText } from "./invoice-text.rules.ts";
import { readLinesAgain } from "./issue-invoice.ts";
import { linkOf, NO_SEAL } from "./ledger-seal.ts";
import { type BadRow, verifyChain } from "./verify-chain.ts";

/**
 * The first fault of a ledger. `sum`: the running total of a month differs from the sum of its rows. `invoice`: a document was
 * changed after its issue, or the ledger gives other lines for it. `seal_gone`: the chain does not have the seal that an anchor names.
 */
export type LedgerFinding =
  | BadRow
  | { kind: "sum"; period: string; counted: Sum; ledger: Sum }
  | { kind: "invoice"; number: number }
  | { kind: "seal_gone"; position: number };

type Sum = { events: number; spentMinor: number };

/** A seal that an invoice, the log or the operator has noted, and its position in the chain. */
export type Anchor = { position: number; seal: string };

/** `missingNumber`: the lowest number below the last one that no document has; `null`: there is none. */
export type Report = Awaited<ReturnType<typeof verifyLedger>>;

/** Compares a ledger (`null`: each) with its chain, totals and documents, in a snapshot, while calls write on. */
export async function verifyLedger(_actor: Operator, organizationId: string | null, anchor: Anchor | null = null) {
  if (organizationId !== null && !(isUuid(organizationId) && (await hasLedger(database(), organizationId))))
    return refuse("organization_unknown");
  const rows = [];
  for (const id of organizationId === null ? await listLedgers(database()) : [organizationId])
    rows.push(await inSnapshot(database(), (tx, now) => verify(tx, id, now, anchor)));
  return { ok: true as const, rows, missingNumber: await findMissingNumber(database()) };
}

/** `seal`: the end of the chain, hexadecimal. An operator who notes it elsewhere can check later that the chain still has it. */
async function verify(db: Db, organizationId: string, now: Date, anchor: Anchor | null) {
  const { rows, end, unchecked, bad } = await verifyChain(db, organizationId, now);
  const finding: LedgerFinding | null =
    bad ??
    (await verifyAnchor(db, organizationId, anchor)) ??
    (await verifySums(db, organizationId)) ??
    (await verifyDocuments(db, organizationId));
  return { organizationId, rows, position: end.position, seal: end.seal.toString("hex"), unchecked, finding };
}

async function verifyAnchor(db: Db, organizationId: string, anchor: Anchor | null): Promise<LedgerFinding | null> {
  const isThere =
    anchor === null || (await findSeal(db, organizationId, anchor.position))?.toString("hex") === anchor.seal;
  return isThere ? null : { kind: "seal_gone", position: anchor.position };
}

async function verifySums(db: Db, organizationId: string): Promise<LedgerFinding | null> {
  const miscounted = await findMiscounted(db, organizationId);
  return miscounted && { kind: "sum", ...miscounted };
}

/** Finds the first document that was changed, whose seal the chain does not have, or for which the ledger gives other lines. */
async function verifyDocuments(db: Db, organizationId: string): Promise<LedgerFinding | null> {
  for (const row of await listDocumentsOf(db, organizationId)) {
    if (!(await isAsIssued(db, row))) return { kind: "invoice", number: row.number };
    const anchor = row.sealDigest && { position: row.sealPosition, seal: row.sealDigest.toString("hex") };
    if (await verifyAnchor(db, organizationId, anchor)) return { kind: "seal_gone", position: row.sealPosition };
    if (!addsUp(row) || textOfLines(await readLinesAgain(db, row)) !== row.lines)
      return { kind: "invoice", number: row.number };
  }
  return null;
}

/** A document whose predecessor is missing cannot be checked; the report's `missingNumber` names the missing one. */
async function isAsIssued(db: Db, row: InvoiceRow): Promise<boolean> {
  const before = row.number === 1 ? NO_SEAL : (await findInvoice(db, { number: row.number - 1 }))?.digest;
  return before === undefined || linkOf(before, documentText(row)).equals(row.digest);
}

function addsUp({ lines, taxBasisPoints, netMinor, taxMinor, totalMinor }: InvoiceRow): boolean {
  const totals = totalsOf(JSON.parse(lines) as Line[], taxBasisPoints);
  return totals.netMinor === netMinor && totals.taxMinor === taxMinor && totals.totalMinor === totalMinor;
}
