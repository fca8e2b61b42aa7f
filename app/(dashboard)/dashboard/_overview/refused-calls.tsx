import { Cell, Row, Table } from "#app/_ui/table.tsx";
import { explanationOf } from "#lib/activity/explanation.rules.ts";
import type { Overview } from "#lib/activity/overview.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { addressOf, type Count, eventsOf, type ShownDays } from "./overview.rules.ts";

const SHOWN = 5;

/** Leads to the refused calls of these days. That page keeps to the days of which calls are listed. */
export function refusedAddress(mode: Mode, { days, range }: ShownDays, code?: string): string {
  const query = {
    ...(mode === "test" && { mode }),
    ...(range ?? (days === 7 && { days: "7" })),
    ...(code && { reason: code }),
  };
  return `${addressOf("/dashboard/checks/refused", query)}${code ? `#${code}` : ""}`;
}

type Props = { refused: Overview["refused"]; mode: Mode; shown: ShownDays; count: Count };

/** Lists the most frequent reasons. Each leads to its calls, and to what mends them. */
export function RefusedCalls({ refused, mode, shown, count }: Props) {
  const all = eventsOf(refused);
  const others = refused.slice(SHOWN);
  return (
    <div className="grid content-start gap-4 *:min-w-0">
      <div className="flex flex-wrap items-center gap-2">
        <h3>Refused calls</h3>
        {all > 0 && (
          <a className="ms-auto text-meta text-soft" href={refusedAddress(mode, shown)}>
            All {count(all)}
          </a>
        )}
      </div>
      {all === 0 ? (
        <p className="text-soft">No call was refused.</p>
      ) : (
        <Table caption="Refused calls" head={["Reason", { name: "Calls", num: true }]}>
          {refused.slice(0, SHOWN).map(({ kind, code, events }) => (
            <Row key={`${kind} ${code}`}>
              <Cell>
                <a href={refusedAddress(mode, shown, code)}>{explanationOf({ kind, code, host: null }).title}</a>
              </Cell>
              <Cell num>{count(events)}</Cell>
            </Row>
          ))}
          {others.length > 0 && (
            <Row>
              <Cell>
                <a href={refusedAddress(mode, shown)}>
                  {count(others.length)} other {others.length === 1 ? "reason" : "reasons"}
                </a>
              </Cell>
              <Cell num>{count(eventsOf(others))}</Cell>
            </Row>
          )}
        </Table>
      )}
    </div>
  );
}
