import { Disclosure } from "#app/_ui/disclosure.tsx";
import { formatDay } from "#app/_ui/format-date.ts";
import { Table, TableCell } from "#app/_ui/table.tsx";
import type { Overview } from "#lib/activity/overview.ts";

const COLUMNS = [
  ["too_young", "Too young"],
  ["cancelled", "Cancelled"],
  ["no_age", "ID without age"],
  ["failed", "Failed at the eID"],
  ["other", "Others together"],
] as const;

/** Why live checks were not confirmed, only as daily counts of ten or more, so that no count is about one visitor. */
export function UnconfirmedReasons({ days }: { days: Overview["whyNot"] }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="font-semibold">Why checks were not confirmed</h3>
      <p className="max-w-prose text-soft">
        Reasons are shown after a day is over, and only in groups of ten or more, so that they say nothing about one
        visitor.
        {days.length === 0
          ? " No day has had enough of them yet."
          : " A dash stands for a group that is counted under “Others together”."}
      </p>
      {days.length > 0 && (
        <Disclosure summary="Day by day">
          <Table caption="Why checks were not confirmed" head={["Day (UTC)", ...COLUMNS.map(([, label]) => label)]}>
            {days.map((one) => (
              <tr key={one.day}>
                <th scope="row" className="whitespace-nowrap py-2 pr-4 text-left font-normal">
                  {formatDay(new Date(one.day), "UTC")}
                </th>
                {COLUMNS.map(([name]) => (
                  <TableCell key={name} className="py-2 tabular-nums">
                    {one[name]?.toLocaleString("en-GB") ?? (one.other === 0 ? "0" : "–")}
                  </TableCell>
                ))}
              </tr>
            ))}
          </Table>
        </Disclosure>
      )}
    </div>
  );
}
