import type { CsvCell } from "#lib/base/csv.ts";
import { type CsvOptions, pagedCsv } from "#lib/base/paged-csv.ts";
import type { Actor } from "#lib/core/actor.ts";
import type { CheckFilter } from "./check-filter.rules.ts";
import { type CheckPage, type CheckRow, listChecks } from "./check-list.ts";

/** Says what each column of the file tells of a check. What is no check stands in `time` and `result`. */
export type CheckColumns = Readonly<Record<string, (row: CheckRow) => CsvCell>>;
type Options = CsvOptions & { droppedOf: (droppedCount: number) => string };

/** Writes the checks of a filter as CSV. */
export async function checksCsv(
  actor: Actor,
  organizationId: string,
  filter: CheckFilter,
  columns: CheckColumns,
  { droppedOf, ...options }: Options,
) {
  const lineOf = (row: CheckPage["rows"][number]): Record<string, CsvCell> => {
    if (!("result" in row)) return { time: row.at, result: droppedOf(row.droppedCount) };
    return Object.fromEntries(Object.entries(columns).map(([name, cellOf]) => [name, cellOf(row)]));
  };
  return pagedCsv(
    (cursor, max) => listChecks(actor, organizationId, filter, cursor, max),
    { columns: Object.keys(columns), lineOf, what: "checks", told: "result" },
    options,
  );
}
