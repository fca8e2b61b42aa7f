import { hash } from "node:crypto";
import { allowLongStatements } from "#db/client.ts";
import { type LedgerPosition, type LedgerRow, listSealable, START } from "#db/queries/billing-event.ts";
import { findLastSeal, insertSeals, listUnsealed, lockChain, type NewSeal } from "#db/queries/ledger-seal.ts";
import { inSteps } from "#lib/base/in-steps.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { database } from "#lib/runtime/database.ts";
import { SEAL_LOOKBACK_MS, SHORT_LOOKBACK_MS, sealedText, WHOLE_LOOKBACK_EVERY_MS } from "./ledger.rules.ts";
import { macStateOfText } from "./row-mac.ts";

/** Takes a few hundredths of a second, on one of the processors that calls may need. */
const PAGE_ROWS = 1_000;

/** Stands for the seal before the first row, and the digest before the first document. */
export const NO_SEAL = Buffer.alloc(32);

/** Makes the seal of a row, or the digest of a document, from its text and what the row or document before it has. */
export function linkOf(before: Buffer, text: string): Buffer {
  const link = Buffer.allocUnsafe(before.length + 1 + Buffer.byteLength(text));
  before.copy(link);
  link.write(`\n${text}`, before.length);
  return hash("sha256", link, "buffer");
}

/** Says when this process last sealed with the whole lookback, on its monotonic clock. */
let wholeRunAt = Number.NEGATIVE_INFINITY;

/** Seals the new rows of each ledger every minute. If one organization fails, the job throws at the end. */
export async function sealLedger(): Promise<void> {
  const faults: unknown[] = [];
  const began = performance.now();
  const isWhole = began - wholeRunAt >= WHOLE_LOOKBACK_EVERY_MS;
  for (const organizationId of await listSealable(database()))
    await sealOrganization(organizationId, isWhole ? SEAL_LOOKBACK_MS : SHORT_LOOKBACK_MS).catch((fault: unknown) => {
      log.error({ event: "organization_failed", organizationId, ...faultOf(fault) });
      faults.push(fault);
    });
  if (faults.length > 0) throw new AggregateError(faults, `It failed for ${faults.length} organizations`);
  if (isWhole) wholeRunAt = began;
}

/** `lookbackMs`: how far before the youngest sealed row to search. */
export async function sealOrganization(organizationId: string, lookbackMs = SEAL_LOOKBACK_MS): Promise<void> {
  let place: LedgerPosition | null = null;
  await inSteps(async () => {
    place = await sealPage(organizationId, place, lookbackMs);
    return place !== null;
  });
}

/**
 * Seals a page after `from` (`null`: from `lookbackMs` before the last seal) and returns the next place. Leaves out
 * rows without a MAC of ours, and logs the end: who rewrites the database cannot rewrite the log.
 */
async function sealPage(
  organizationId: string,
  from: LedgerPosition | null,
  lookbackMs: number,
): Promise<LedgerPosition | null> {
  return database().transaction(async (tx) => {
    await allowLongStatements(tx);
    await lockChain(tx, organizationId);
    const last = await findLastSeal(tx, organizationId);
    const after = from ?? { ...START, at: last && new Date(+last.eventAt - lookbackMs) };
    const rows = await listUnsealed(tx, organizationId, { after, limit: PAGE_ROWS });
    const seals: NewSeal[] = [];
    const foreign: LedgerRow[] = [];
    let [position, digest] = [last?.position ?? 0, last?.digest ?? NO_SEAL];
    for (const row of rows) {
      const text = sealedText(row);
      if (macStateOfText(text, row.mac) !== "valid") {
        foreign.push(row);
        continue;
      }
      [position, digest] = [position + 1, linkOf(digest, text)];
      seals.push({ position, digest, eventId: row.id, eventAt: row.createdAt });
    }
    const [first] = foreign;
    if (first) log.error({ event: "ledger_rows_not_sealed", organizationId, rows: foreign.length, first: first.id });
    if (seals.length > 0) {
      await insertSeals(tx, organizationId, seals);
      log.info({ event: "ledger_sealed", organizationId, position, seal: digest.toString("hex") });
    }
    const end = rows.at(-1);
    return end && rows.length === PAGE_ROWS ? { at: end.createdAt, id: end.id } : null;
  });
}
