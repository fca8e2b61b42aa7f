import { Disclosure } from "#app/_ui/disclosure.tsx";
import { formatDay } from "#app/_ui/format-date.ts";
import { Section } from "#app/_ui/section.tsx";
import { Cell, Row, Table } from "#app/_ui/table.tsx";
import type { Overview } from "#lib/activity/overview.ts";
import type { Count } from "./overview.rules.ts";

const COLUMNS = [
  ["too_young", "Too young"],
  ["cancelled", "Cancelled"],
  ["no_age", "No age"],
  ["failed", "Failed at the eID"],
  ["other", "Others together"],
] as const;

/** Says why live checks were not confirmed: as daily counts of ten or more, so that none is about one visitor. */
export function UnconfirmedReasons({ days, count }: { days: Overview["whyNot"]; count: Count }) {
  return (
    <Section>
      <Disclosure summary="Why checks were not confirmed, by day">
        {/* A link to what is inside opens it. */}
        <p className="text-soft" id="why">
          Shown after a day is over, and only in groups of ten or more, so that no number is about one visitor.
          {days.length === 0
            ? " No day has had enough of them yet."
            : " A dash stands for a group that is counted under “Others together”."}
        </p>
        {days.length > 0 && (
          <Table
            caption="Why checks were not confirmed, by day"
            head={["Day (UTC)", ...COLUMNS.map(([, name]) => ({ name, num: true }))]}
          >
            {days.toReversed().map((one) => (
              <Row key={one.day}>
                <Cell heading nowrap>
                  {formatDay(new Date(one.day), "UTC")}
                </Cell>
                {COLUMNS.map(([name]) => (
                  <Cell key={name} num>
                    {textOf(one[name], one.other === 0, count)}
                  </Cell>
                ))}
              </Row>
            ))}
          </Table>
        )}
      </Disclosure>
    </Section>
  );
}

/** A group without a number is in the others, or empty where there are no others. */
function textOf(checks: number | undefined, isEmpty: boolean, count: Count): string {
  return checks === undefined ? (isEmpty ? "0" : "–") : count(checks);
}
