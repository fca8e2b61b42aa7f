import Link from "next/link";
import type { ReactNode } from "react";
import { formatClock } from "#app/_ui/format-date.ts";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import type { CheckColumns } from "#lib/activity/check-csv.ts";
import type { CheckRow } from "#lib/activity/check-list.ts";
import { spelled } from "#lib/crypto/reference.rules.ts";
import { duration, resultOfRow } from "./check-words.ts";

/**
 * `className`: of its heading and cells, and `cellClassName`: of its cells alone (`styles/table.css`). `show`: what the page shows of
 * a check, whose panel is at `href`. `csv`: what columns of the export say of it.
 */
type CheckColumn = {
  name: string;
  className?: string;
  cellClassName: string;
  show: (row: CheckRow, page: { timeZone: string; href: string }) => ReactNode;
  csv: CheckColumns;
};

const DASH = "–";
const cut = (text: string) => <span className="cut">{text}</span>;

/** Lists all columns of the list of checks, as the page and its export have them. */
export const CHECK_COLUMNS: readonly CheckColumn[] = [
  {
    name: "Time",
    cellClassName: "nw order",
    show: ({ at }, { timeZone }) => <time>{formatClock(at, timeZone)}</time>,
    csv: { time: ({ at }) => at },
  },
  {
    name: "Result",
    cellClassName: "lead",
    show: (row, { href }) => <Result row={row} href={href} />,
    csv: { result: (row) => resultOfRow(row).word },
  },
  {
    name: "eID",
    className: "eid",
    cellClassName: "nw minor",
    show: ({ provider, mode }) => (provider === null ? DASH : eidName(provider, mode)),
    csv: { eid: ({ provider, mode }) => (provider === null ? "" : eidName(provider, mode)) },
  },
  {
    name: "Age",
    className: "mid age",
    cellClassName: "minor",
    show: ({ minimumAge }) => (minimumAge === null ? DASH : `${minimumAge}+`),
    csv: { age: ({ minimumAge }) => minimumAge },
  },
  {
    name: "Host",
    cellClassName: "meta-s host",
    show: ({ host }) => cut(host ?? DASH),
    csv: { host: ({ host }) => host },
  },
  {
    name: "Key",
    className: "mid key-name",
    cellClassName: "nw minor",
    show: ({ key, keyLabel }) => cut(keyLabel || key || "Deleted key"),
    csv: { key: ({ key }) => key, label: ({ keyLabel }) => keyLabel },
  },
  {
    name: "Took",
    className: "num mid took",
    cellClassName: "minor nw",
    show: ({ tookMs }) => (tookMs === null ? DASH : duration(tookMs)),
    csv: { took_seconds: ({ tookMs }) => (tookMs === null ? null : Math.round(tookMs / 100) / 10) },
  },
  {
    name: "Reference",
    cellClassName: "ref meta-s end",
    show: ({ reference }) => spelled(reference),
    csv: { reference: ({ reference }) => reference },
  },
];

export const CSV_COLUMNS: CheckColumns = Object.assign({}, ...CHECK_COLUMNS.map(({ csv }) => csv));

/** The link covers the whole row. */
function Result({ row, href }: { row: CheckRow; href: string }) {
  const { word, dot } = resultOfRow(row);
  return (
    <Link prefetch={false} className="over" id={row.reference} href={href}>
      <span className="res">
        <i className={dot} />
        {word}
      </span>
      <span className="sr">, {spelled(row.reference)}</span>
    </Link>
  );
}
