import { Badge } from "#app/_ui/badge.tsx";
import { formatWhen } from "#app/_ui/format-date.ts";
import { Cell, Row, RowLink, Table } from "#app/_ui/table.tsx";
import type { GateTestRun } from "#lib/gate-test/gate-test-run.ts";
import { shortKey } from "#lib/keys/plugin-key.rules.ts";
import { pageName, standingOf } from "../_lib/run-words.tsx";

type Props = { rows: readonly GateTestRun[]; timeZone: string; now: Date };

export function RunsTable({ rows, timeZone, now }: Props) {
  return (
    <Table
      caption="Runs"
      stack
      boxed
      head={["Page", "Result", { name: "Key", mid: true }, { name: "By", mid: true }, "When"]}
    >
      {rows.map((run) => {
        const { variant, badge } = standingOf(run);
        return (
          <Row key={run.id}>
            <Cell heading name whole cut>
              <RowLink href={`/dashboard/gate-test/${run.id}`} title={run.page}>
                {pageName(run.page)}
              </RowLink>
            </Cell>
            <Cell>
              <Badge variant={variant}>{badge}</Badge>
            </Cell>
            <Cell minor mid>
              {run.keyLabel || shortKey(run.key)}
            </Cell>
            <Cell minor mid title={run.askedBy ?? undefined} className="max-w-56 truncate">
              {run.askedAt === null ? "–" : (run.askedBy ?? "A former member")}
            </Cell>
            <Cell nowrap soft end className="first-letter:uppercase">
              {formatWhen(run.askedAt ?? run.createdAt, timeZone, now)}
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}
