import Link from "next/link";
import { Badge } from "#app/_ui/badge.tsx";
import { formatWhen } from "#app/_ui/format-date.ts";
import { Table } from "#app/_ui/table.tsx";
import type { DoctorRun } from "#lib/gate-test/doctor-run.ts";
import { shortKey } from "#lib/keys/plugin-key.rules.ts";
import { pageName, standingOf } from "../_lib/run-words.tsx";

type Props = { rows: readonly DoctorRun[]; timeZone: string; now: Date };

export function RunsTable({ rows, timeZone, now }: Props) {
  return (
    <div className="box">
      <Table
        caption="Runs"
        stack
        links
        head={["Page", "Result", { name: "Key", className: "mid" }, { name: "By", className: "mid" }, "When"]}
      >
        {rows.map((run) => {
          const { variant, badge } = standingOf(run);
          return (
            <tr key={run.id}>
              <th scope="row" className="name whole cut">
                <Link className="over" href={`/dashboard/doctor/${run.id}`} prefetch={false} title={run.page}>
                  {pageName(run.page)}
                </Link>
              </th>
              <td>
                <Badge variant={variant}>{badge}</Badge>
              </td>
              <td className="minor mid">{run.keyLabel || shortKey(run.key)}</td>
              <td className="minor mid used" title={run.askedBy ?? undefined}>
                {run.askedAt === null ? "–" : (run.askedBy ?? "A former member")}
              </td>
              <td className="nw meta-s end cap">{formatWhen(run.askedAt ?? run.createdAt, timeZone, now)}</td>
            </tr>
          );
        })}
      </Table>
    </div>
  );
}
