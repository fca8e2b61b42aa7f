import { type ActivityRow, selectRefused } from "#db/queries/activity-event-list.ts";
import type { CsvCell } from "#lib/base/csv.ts";
import { type CsvOptions, pagedCsv } from "#lib/base/paged-csv.ts";
import type { Actor } from "#lib/core/actor.ts";
import { readOf } from "#lib/core/read.ts";
import { ANSWERED } from "./activity.rules.ts";
import { firstRefusedDay, type RefusedAsked } from "./refused.ts";

/** Says what each column of the file tells of a call, or of a question about a token. Its id holds its time to the millisecond. */
export type RefusedColumns = Readonly<Record<string, (row: Omit<ActivityRow, "id">) => CsvCell>>;

/** Writes what was refused as CSV, a line a call. */
export async function refusedCsv(
  actor: Actor,
  organizationId: string,
  { mode, key, days }: RefusedAsked,
  columns: RefusedColumns,
  options: CsvOptions = {},
) {
  const asked = {
    mode,
    from: firstRefusedDay(days, new Date()),
    answered: ANSWERED,
    ...(key !== undefined && { key }),
  };
  return pagedCsv(
    async (before, max) => {
      const found = await readOf(actor, "see activity", organizationId, (db) =>
        selectRefused(db, organizationId, { ...asked, before }, max + 1),
      );
      if (!found.ok) return found;
      const rows = found.read.slice(0, max);
      return { ok: true, rows, next: found.read.length > max ? (rows.at(-1)?.id ?? null) : null };
    },
    {
      columns: Object.keys(columns),
      lineOf: (row: ActivityRow) =>
        Object.fromEntries(Object.entries(columns).map(([name, cellOf]) => [name, cellOf(row)])),
      what: "refused calls",
      told: "reason",
    },
    options,
  );
}
