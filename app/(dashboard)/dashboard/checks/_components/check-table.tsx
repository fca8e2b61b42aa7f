import { formatClock, formatDayHeading } from "#app/_ui/format-date.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { Cell, GroupRow, Row, Table } from "#app/_ui/table.tsx";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import type { CheckRow, DroppedRow } from "#lib/activity/check-list.ts";
import { panelHref } from "../_lib/addresses.ts";
import { CHECK_COLUMNS } from "../_lib/check-columns.tsx";
import { droppedWords } from "../_lib/check-words.ts";
import type { LoadedChecks } from "../_lib/load-checks.ts";

/** `chosen`: the reference whose panel is open. */
type Rows = { list: LoadedChecks; rows: readonly (CheckRow | DroppedRow)[]; chosen: string | null };

/** Writes one row a check, with a heading for each day. */
export function CheckTable({ list: { filter, before, timeZone, now }, rows, chosen }: Rows) {
  const columns = chosen === null ? CHECK_COLUMNS : CHECK_COLUMNS.filter(({ isLesser }) => !isLesser);
  const days = [...Map.groupBy(rows, ({ at }) => formatDayHeading(at, timeZone, now))];
  return (
    <Table
      caption="Checks, newest first"
      head={columns.map(({ name, cell: { num, mid } }) => ({ name, num, mid }))}
      stack
    >
      {days.flatMap(([day, ofDay]) => [
        <GroupRow key={day} columns={columns.length}>
          {day}
        </GroupRow>,
        ...ofDay.map((row, n) =>
          "result" in row ? (
            <Row key={`${day} ${row.reference}`} current={row.reference === chosen}>
              {columns.map(({ name, cell, show }) => (
                <Cell key={name} {...cell}>
                  {show(row, { timeZone, href: panelHref(filter, row.reference, before) })}
                </Cell>
              ))}
            </Row>
          ) : (
            <Dropped key={`${day} ${n}`} row={row} timeZone={timeZone} colSpan={columns.length - 1} />
          ),
        ),
      ])}
    </Table>
  );
}

async function Dropped({
  row: { at, droppedCount },
  timeZone,
  colSpan,
}: {
  row: DroppedRow;
  timeZone: string;
  colSpan: number;
}) {
  const { count } = await readerFormats();
  return (
    <Row>
      <Cell nowrap soft end className="@max-phone/sheet:order-2">
        <time>{formatClock(at, timeZone)}</time>
      </Cell>
      <Cell colSpan={colSpan} className="text-soft @max-phone/sheet:order-1">
        <span className="inline-flex items-center gap-2 whitespace-nowrap">
          <Icon name="info" />
          {droppedWords(droppedCount, count)}
        </span>
      </Cell>
    </Row>
  );
}
