import type { ComponentProps, ReactNode } from "react";
import { formatClock } from "#app/_ui/format-date.ts";
import { Result } from "#app/_ui/result.tsx";
import { type Cell, RowLink } from "#app/_ui/table.tsx";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import type { CheckColumns } from "#lib/activity/check-csv.ts";
import type { CheckRow } from "#lib/activity/check-list.ts";
import { spelled } from "#lib/crypto/reference.rules.ts";
import { Reference } from "../_components/reference.tsx";
import { duration, resultOfRow } from "./check-words.ts";

/**
 * `cell`: how it is drawn, whose `num` and `mid` its heading has, too. `isLesser`: it goes where a panel takes its room. `show`:
 * what the page shows of a check, whose panel is at `href`. `csv`: what columns of the export say of it.
 */
type CheckColumn = {
  name: string;
  cell: Omit<ComponentProps<typeof Cell>, "children">;
  isLesser?: true;
  show: (row: CheckRow, page: { timeZone: string; href: string }) => ReactNode;
  csv: CheckColumns;
};

const DASH = "–";
const cut = (text: string) => <span className="block truncate">{text}</span>;

/** Lists all columns of the list of checks, as the page and its export have them. */
export const CHECK_COLUMNS: readonly CheckColumn[] = [
  {
    name: "Time",
    cell: { nowrap: true, soft: true, end: true, className: "@max-phone/sheet:order-2" },
    show: ({ at }, { timeZone }) => <time>{formatClock(at, timeZone)}</time>,
    csv: { time: ({ at }) => at },
  },
  {
    name: "Result",
    cell: { className: "@max-phone/sheet:order-1 @max-phone/sheet:font-semibold" },
    show: (row, { href }) => <ResultLink row={row} href={href} />,
    csv: { result: (row) => resultOfRow(row).word },
  },
  {
    name: "eID",
    cell: { nowrap: true, minor: true },
    isLesser: true,
    show: ({ provider, mode }) => (provider === null ? DASH : eidName(provider, mode)),
    csv: { eid: ({ provider, mode }) => (provider === null ? "" : eidName(provider, mode)) },
  },
  {
    name: "Age",
    cell: { mid: true },
    isLesser: true,
    show: ({ minimumAge }) => (minimumAge === null ? DASH : `${minimumAge}+`),
    csv: { age: ({ minimumAge }) => minimumAge },
  },
  {
    name: "Host",
    cell: {
      soft: true,
      className:
        "w-[32%] max-w-0 @max-phone/sheet:order-3 @max-phone/sheet:w-auto @max-phone/sheet:max-w-none @max-phone/sheet:min-w-0",
    },
    show: ({ host }) => cut(host ?? DASH),
    csv: { host: ({ host }) => host },
  },
  {
    name: "Key",
    cell: { mid: true, className: "w-[14%] max-w-0" },
    isLesser: true,
    show: ({ key, keyLabel }) => cut(keyLabel || key || "Deleted key"),
    csv: { key: ({ key }) => key, label: ({ keyLabel }) => keyLabel },
  },
  {
    name: "Took",
    cell: { num: true, mid: true, nowrap: true },
    isLesser: true,
    show: ({ tookMs }) => (tookMs === null ? DASH : duration(tookMs)),
    csv: { took_seconds: ({ tookMs }) => (tookMs === null ? null : Math.round(tookMs / 100) / 10) },
  },
  {
    name: "Reference",
    cell: { soft: true, end: true, className: "@max-phone/sheet:order-4" },
    show: ({ reference }) => <Reference>{reference}</Reference>,
    csv: { reference: ({ reference }) => reference },
  },
];

export const CSV_COLUMNS: CheckColumns = Object.assign({}, ...CHECK_COLUMNS.map(({ csv }) => csv));

/** Covers the whole row. Gets the focus when its panel closes, with what is around it in sight. */
function ResultLink({ row, href }: { row: CheckRow; href: string }) {
  const { word, dot } = resultOfRow(row);
  return (
    <RowLink className="scroll-my-[40vh]" id={row.reference} href={href}>
      <Result state={dot}>{word}</Result>
      <span className="sr-only">, {spelled(row.reference)}</span>
    </RowLink>
  );
}
