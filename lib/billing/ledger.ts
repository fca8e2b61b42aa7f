import type { Db } from "#db/client.ts";
import { type BillingEventRow, type Sum, selectBillingEvents, sumAll } from "#db/queries/billing-event-list.ts";
import { findSubscription } from "#db/queries/subscription.ts";
import { countChecks } from "#db/queries/usage-counter.ts";
import { type CsvCell, csvOf, FOR_MACHINES } from "#lib/base/csv.ts";
import type { Refused } from "#lib/base/result.ts";
import { isUuid } from "#lib/base/text.ts";
import { dayOf, daysMs } from "#lib/base/time.rules.ts";
import type { Actor } from "#lib/core/actor.ts";
import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";
import { readOrganization } from "#lib/core/read.ts";
import { database } from "#lib/runtime/database.ts";
import { reusing } from "#lib/runtime/reuse.ts";
import type { LedgerFilter } from "./ledger-filter.rules.ts";
import { amountText } from "./money.rules.ts";
import { NO_CURRENCY } from "./spend.rules.ts";

const MONTH_MS = daysMs(28);
const PAGE_ROWS = 50;
/** PostgreSQL sums a million rows in about half a second. */
const MAX_SUMMED = 3_000_000;
const EXPORT_ROWS = 2_000;

/** `sum`: of all rows of the filter, in `currency`; `null`: its days have too many rows to read them for a page. */
export type EventPage = { ok: true; rows: BillingEventRow[]; next: string | null; sum: Sum | null; currency: string };

/** Reads one page of the ledger's rows that match a filter, the latest first, and the sum of all of them. `cursor`: `next` of the page before. */
export async function listEvents(
  actor: Actor,
  organizationId: string,
  filter: LedgerFilter,
  cursor: string | null = null,
): Promise<EventPage | Refused> {
  return readOrganization(actor, "see billing", organizationId, async (db) => {
    const [rows, sum, terms] = await Promise.all([
      listNewest(db, organizationId, filter, readCursor(cursor), PAGE_ROWS + 1),
      sumFew(db, organizationId, filter),
      findSubscription(db, organizationId),
    ]);
    const currency = terms?.currency ?? NO_CURRENCY;
    const last = rows.length > PAGE_ROWS ? rows[PAGE_ROWS - 1] : undefined;
    return { ok: true, rows: rows.slice(0, PAGE_ROWS), next: last ? cursorOf(last) : null, sum, currency };
  });
}

type Position = { at: Date; id: string };

/** Looks first in the last month alone, which nearly always has a whole page: PostgreSQL then opens two months. */
async function listNewest(db: Db, organizationId: string, filter: LedgerFilter, before: Position | null, max: number) {
  const of = (asked: LedgerFilter) => selectBillingEvents(db, organizationId, asked, before, max);
  const last = Math.min(+(before?.at ?? Date.now()), filter.until ? Date.parse(filter.until) : Infinity);
  const since = dayOf(Math.max(0, last - MONTH_MS));
  const lately = filter.since !== undefined && filter.since >= since ? null : await of({ ...filter, since });
  return lately?.length === max ? lately : of(filter);
}

/** Skips what takes longer than a statement of a page may: a sum without days would read every month. */
async function sumFew(db: Db, organizationId: string, filter: LedgerFilter): Promise<Sum | null> {
  const rows = await countChecks(db, organizationId, filter);
  return rows > MAX_SUMMED ? null : sumLarge(db, organizationId, filter);
}

const sumLarge = reusing("all", sumAll, ({ checks, reversals }) => checks + reversals);

const COLUMNS = [
  "time",
  "event",
  "kind",
  "provider",
  "eid",
  "mode",
  "key",
  "label",
  "host",
  "basis",
  "amount",
  "currency",
  "reverses",
  "reason",
] as const;

/** Holds what an eID is called, beside the letter of its provider in the API. */
type EidName = (provider: ProviderId, mode: Mode) => string;

/** Writes all rows that match a filter as CSV (RFC 4180), the latest first. Reads the database while the caller consumes the text. */
export async function eventsCsv(
  actor: Actor,
  organizationId: string,
  filter: LedgerFilter,
  eidName: EidName,
  form = FOR_MACHINES,
) {
  return readOrganization(actor, "see billing", organizationId, async () => ({
    ok: true,
    csv: csvOf(COLUMNS, linesOf(organizationId, filter, eidName), form),
  }));
}

async function* linesOf(organizationId: string, filter: LedgerFilter, eidName: EidName) {
  let rows: BillingEventRow[] = [];
  do {
    const last = rows.at(-1);
    const before = last ? { at: last.createdAt, id: last.id } : null;
    rows = await selectBillingEvents(database(), organizationId, filter, before, EXPORT_ROWS);
    for (const { id: event, createdAt: time, keyLabel: label, priceMinor, ...row } of rows) {
      const kind = row.reverses === null ? "check" : "reversal";
      const [amount, eid] = [Number(amountText(priceMinor, row.currency)), eidName(row.provider, row.mode)];
      yield { ...row, time, event, kind, eid, label, amount } satisfies Record<(typeof COLUMNS)[number], CsvCell>;
    }
  } while (rows.length === EXPORT_ROWS);
}

function cursorOf({ createdAt, id }: BillingEventRow): string {
  return `${+createdAt}.${id}`;
}

/** An invalid cursor gives the first page. */
function readCursor(cursor: string | null): Position | null {
  const [, at, id = ""] = /^(\d{1,14})\.([0-9a-f-]{36})$/.exec(cursor ?? "") ?? [];
  return at !== undefined && isUuid(id) ? { at: new Date(Number(at)), id } : null;
}
