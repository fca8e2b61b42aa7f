import Link from "next/link";
import { Table } from "#app/_ui/table.tsx";
import { explanationOf } from "#lib/activity/explanation.rules.ts";
import type { Overview } from "#lib/activity/overview.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { addressOf, type Count, type Days, eventsOf } from "./overview.rules.ts";

const SHOWN = 5;

export function refusedAddress(mode: Mode, days: Days, code?: string): string {
  const query = { ...(mode === "test" && { mode }), ...(days === 7 && { days: "7" }), ...(code && { reason: code }) };
  return `${addressOf("/dashboard/checks/refused", query)}${code ? `#${code}` : ""}`;
}

type Props = { refused: Overview["refused"]; mode: Mode; days: Days; count: Count };

/** Lists the most frequent reasons. Each leads to its calls, and to what mends them. */
export function RefusedCalls({ refused, mode, days, count }: Props) {
  const all = eventsOf(refused);
  const others = refused.slice(SHOWN);
  return (
    <div className="stack">
      <div className="row">
        <h3>Refused calls</h3>
        {all > 0 && (
          <Link className="meta push" prefetch={false} href={refusedAddress(mode, days)}>
            All {count(all)}
          </Link>
        )}
      </div>
      {all === 0 ? (
        <p className="soft">No call was refused.</p>
      ) : (
        <Table caption="Refused calls" head={["Reason", { name: "Calls", className: "num" }]}>
          {refused.slice(0, SHOWN).map(({ kind, code, events }) => (
            <tr key={`${kind} ${code}`}>
              <td>
                <Link prefetch={false} href={refusedAddress(mode, days, code)}>
                  {explanationOf({ kind, code, host: null }).title}
                </Link>
              </td>
              <td className="num">{count(events)}</td>
            </tr>
          ))}
          {others.length > 0 && (
            <tr>
              <td>
                <Link prefetch={false} href={refusedAddress(mode, days)}>
                  {count(others.length)} other {others.length === 1 ? "reason" : "reasons"}
                </Link>
              </td>
              <td className="num">{count(eventsOf(others))}</td>
            </tr>
          )}
        </Table>
      )}
    </div>
  );
}
