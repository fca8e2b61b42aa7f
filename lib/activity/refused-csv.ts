import { type ActivityRow, selectRefused } from "#db/queries/activity-event-list.ts";
import type { CsvCell } from "#lib/base/csv.ts";
import { type CsvOptions, pagedCsv } from "#lib/base/paged-csv.ts";
import type { Actor } from "#lib/core/actor.ts";
import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";
import { readOf } from "#lib/core/read.ts";
import { ANSWERED } from "./activity.rules.ts";
import { explanationOf } from "./explanation.rules.ts";
import { type RefusedAsked, refusedRange } from "./refused.ts";

/** Names an eID to members. */
type EidName = (provider: ProviderId, mode: Mode) => string;

/** Says of a call, or of a question about a token, what its panel says. Its id holds its time to the millisecond. */
const columnsWith = (eidName: EidName) =>
  ({
    time: ({ at }) => at,
    call: ({ kind }) => (kind === "check" ? "token check" : "check"),
    reason: ({ kind, code }) => explanationOf({ kind, code, host: null }).title,
    code: ({ code }) => code,
    eid: ({ provider, mode }) => (provider === null ? "" : eidName(provider, mode)),
    age: ({ minimumAge }) => minimumAge,
    host: ({ host }) => host,
    key: ({ key }) => key,
    label: ({ keyLabel }) => keyLabel,
    reference: ({ reference }) => reference,
  }) satisfies Record<string, (row: Omit<ActivityRow, "id">) => CsvCell>;

/** Writes what was refused as CSV, a line a call. */
export async function refusedCsv(
  actor: Actor,
  organizationId: string,
  question: RefusedAsked,
  eidName: EidName,
  options: CsvOptions = {},
) {
  const columns = columnsWith(eidName);
  const { mode, key } = question;
  const asked = {
    mode,
    ...refusedRange(question, new Date()),
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
