import { Badge } from "#app/_ui/badge.tsx";
import { formatWhen } from "#app/_ui/format-date.ts";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { listGateTestRuns } from "#lib/gate-test/gate-test-run.ts";
import { pageName, standingOf } from "../gate-test/_lib/run-words.tsx";

/** Says how the latest run of the gate test ended, and when; nothing if the runs could not be read. */
export async function LatestGateTest() {
  const { user, organization } = await currentMembership();
  const now = new Date();
  const runs = await loadOrFail("runs of the gate test", () => listGateTestRuns(user, organization.id, now));
  if (!runs?.ok) return null;
  const latest = runs.rows.find(({ report }) => report !== null);
  return (
    <div className="grid content-start gap-4 *:min-w-0">
      <h3>Gate test</h3>
      {latest ? (
        <p className="flex flex-wrap items-center gap-2">
          <Badge variant={standingOf(latest).variant}>{standingOf(latest).badge}</Badge>
          <a href={`/dashboard/gate-test/${latest.id}`}>{pageName(latest.page)}</a>
          <span className="text-meta text-soft">
            {formatWhen(latest.endedAt ?? latest.createdAt, organization.timeZone, now)}
          </span>
        </p>
      ) : (
        <p className="text-soft">
          No result in the last 30 days. <a href="/dashboard/gate-test">Attack your own gate</a>
        </p>
      )}
    </div>
  );
}
