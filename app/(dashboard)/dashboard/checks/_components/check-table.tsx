import Link from "next/link";
import { formatClock, formatDayHeading } from "#app/_ui/format-date.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { Table } from "#app/_ui/table.tsx";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import type { CheckRow, DroppedRow } from "#lib/activity/check-list.ts";
import { spelled } from "#lib/core/reference.rules.ts";
import { droppedWords, duration, resultOfRow } from "../_lib/check-words.ts";

const HEAD = [
  "Time",
  "Result",
  { name: "eID", className: "eid" },
  { name: "Age", className: "mid age" },
  "Host",
  { name: "Key", className: "mid key-name" },
  { name: "Took", className: "num mid took" },
  "Reference",
];

type Rows = {
  rows: readonly (CheckRow | DroppedRow)[];
  timeZone: string;
  now: Date;
  /** The address of a check's panel. */
  panelOf: (reference: string) => string;
  /** The reference whose panel is open. */
  chosen: string | null;
};

/** One row a check, with a heading for each day. */
export function CheckTable({ rows, timeZone, now, panelOf, chosen }: Rows) {
  const days = [...Map.groupBy(rows, ({ at }) => formatDayHeading(at, timeZone, now))];
  return (
    <Table caption="Checks, newest first" head={HEAD} stack links>
      {days.flatMap(([day, ofDay]) => [
        <tr key={day} className="day">
          <th colSpan={HEAD.length} scope="rowgroup" className="whole">
            {day}
          </th>
        </tr>,
        ...ofDay.map((row, n) =>
          "result" in row ? (
            <Check
              key={`${day} ${row.reference}`}
              row={row}
              timeZone={timeZone}
              href={panelOf(row.reference)}
              isChosen={row.reference === chosen}
            />
          ) : (
            <Dropped key={`${day} ${n}`} row={row} timeZone={timeZone} />
          ),
        ),
      ])}
    </Table>
  );
}

type Check = { row: CheckRow; timeZone: string; href: string; isChosen: boolean };

function Check({ row, timeZone, href, isChosen }: Check) {
  const { at, provider, mode, minimumAge, host, key, keyLabel, tookMs, reference } = row;
  const { word, dot } = resultOfRow(row);
  return (
    <tr aria-current={isChosen ? "true" : undefined}>
      <td className="nw order">
        <time>{formatClock(at, timeZone)}</time>
      </td>
      <td className="lead">
        <Link prefetch={false} className="over" id={reference} href={href}>
          <span className="res">
            <i className={dot} />
            {word}
          </span>
          <span className="sr">, {spelled(reference)}</span>
        </Link>
      </td>
      <td className="nw minor eid">{provider === null ? "–" : eidName(provider, mode)}</td>
      <td className="minor mid age">{minimumAge === null ? "–" : `${minimumAge}+`}</td>
      <td className="meta-s host">
        <span className="cut">{host ?? "–"}</span>
      </td>
      <td className="nw minor mid key-name">
        <span className="cut">{keyLabel || key || "Deleted key"}</span>
      </td>
      <td className="num minor mid nw took">{tookMs === null ? "–" : duration(tookMs)}</td>
      <td className="ref meta-s end">{spelled(reference)}</td>
    </tr>
  );
}

async function Dropped({ row: { at, droppedCount }, timeZone }: { row: DroppedRow; timeZone: string }) {
  const { count } = await readerFormats();
  return (
    <tr className="dropped-row">
      <td className="nw order">
        <time>{formatClock(at, timeZone)}</time>
      </td>
      <td colSpan={HEAD.length - 1} className="lead soft">
        <span className="res">
          <Icon name="info" />
          {droppedWords(droppedCount, count)}
        </span>
      </td>
    </tr>
  );
}
