import type { Metadata } from "next";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { listGateTestRuns } from "#lib/gate-test/gate-test-run.ts";
import { isOver } from "#lib/keys/plugin-key.rules.ts";
import { listKeys } from "#lib/keys/plugin-key.ts";
import { ExampleRun } from "./_components/example-run.tsx";
import { PrepareForm } from "./_components/prepare-form.tsx";
import { RunsTable } from "./_components/runs-table.tsx";

export const metadata: Metadata = { title: "Gate test" };

export default async function GateTest() {
  const { user, organization } = await currentMembership();
  const { id, role, timeZone } = organization;
  const now = new Date();
  const [runs, listed] = await Promise.all([
    loadOrFail("runs of the gate test", () => listGateTestRuns(user, id, now)),
    loadOrFail("keys", () => listKeys(user, id)),
  ]);
  const keys = listed?.ok
    ? listed.rows.filter((key) => key.mode === "test" && key.pausedAt === null && !isOver(key, now))
    : [];
  const rows = runs?.ok ? runs.rows : [];
  const form =
    listed === null ? (
      <LoadError what="Your keys" here="/dashboard/gate-test" />
    ) : keys.length === 0 ? (
      <Empty
        heading="No working test key"
        action={<ButtonLink href="/dashboard/keys/new?mode=test">Create key</ButtonLink>}
      >
        <p>Your staging shop asks with a test key, so that no visitor of your live shop meets the gate test.</p>
      </Empty>
    ) : (
      <PrepareForm
        organization={id}
        keys={keys}
        latest={rows[0]}
        disabledReason={disabledReasonFor(role, "run a test check")}
      />
    );
  return (
    <>
      <PageHeader heading="Gate test" help="gate-test">
        <p>
          We attack your staging shop with 12 simulated visitors: no token, forged token, too young, API down. You see
          who got in. It costs nothing.
        </p>
      </PageHeader>
      {rows.length > 0 ? (
        <>
          <Section heading="Runs" lead="Kept for 30 days.">
            <RunsTable rows={rows} timeZone={timeZone} now={now} />
          </Section>
          <Section heading="Prepare another run">{form}</Section>
        </>
      ) : (
        <div className="grid gap-8 *:min-w-0 @mid/sheet:grid-cols-2">
          {form}
          {runs?.ok ? <ExampleRun /> : <LoadError what="The list of runs" here="/dashboard/gate-test" />}
        </div>
      )}
    </>
  );
}
