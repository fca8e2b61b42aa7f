import { classes } from "#app/_ui/classes.ts";
import { formatClock, formatDayHeading } from "#app/_ui/format-date.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { Table } from "#app/_ui/table.tsx";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import type { CheckRow, DroppedRow } from "#lib/activity/check-list.ts";
import { panelHref } from "../_lib/addresses.ts";
import { CHECK_COLUMNS } from "../_lib/check-columns.tsx";
import { droppedWords } from "../_lib/check-words.ts";
import type { LoadedChecks } from "../_lib/load-checks.ts";

const HEAD = CHECK_COLUMNS.map(({ name, className }) => (className ? { name, className } : name));

/** `chosen`: the reference whose panel is open. */
type Rows = { list: LoadedChecks; rows: readonly (CheckRow | DroppedRow)[]; chosen: string | null };

/** Writes one row a check, with a heading for each day. */
export function CheckTable({ list: { filter, before, timeZone, now }, rows, chosen }: Rows) {
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
              href={panelHref(filter, row.reference, before)}
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
  return (
    <tr aria-current={isChosen ? "true" : undefined}>
      {CHECK_COLUMNS.map(({ name, className, cellClassName, show }) => (
        <td key={name} className={classes(cellClassName, className)}>
          {show(row, { timeZone, href })}
        </td>
      ))}
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
