import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { explanationOf } from "#lib/activity/explanation.rules.ts";
import type { RefusedColumns } from "#lib/activity/refused-csv.ts";

/** Lists what the export says of a refused call: what its panel says. */
export const REFUSED_COLUMNS: RefusedColumns = {
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
};
