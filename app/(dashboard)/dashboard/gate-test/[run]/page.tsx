import type { Metadata } from "next";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { Badge } from "#app/_ui/badge.tsx";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Copyable } from "#app/_ui/copy-button.tsx";
import { Facts } from "#app/_ui/facts.tsx";
import { formatMoment, formatWhen } from "#app/_ui/format-date.ts";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import { NoSuchPage } from "#app/(dashboard)/_components/no-such-page.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { type GateTestRun, readGateTestRun } from "#lib/gate-test/gate-test-run.ts";
import { isUnderWay } from "#lib/gate-test/run-state.rules.ts";
import { config } from "#lib/runtime/config.ts";
import { ReportList } from "../_components/report.tsx";
import { RunNotice } from "../_components/run-notice.tsx";
import { counted, pageName, standingOf } from "../_lib/run-words.tsx";
import { requestRunAction } from "../actions.ts";

export const metadata: Metadata = { title: "Run of the gate test" };

type Props = { params: Promise<{ run: string }> };

export default async function RunPage({ params }: Props) {
  const { user, organization } = await currentMembership();
  const { id, role, timeZone } = organization;
  const now = new Date();
  const found = await readGateTestRun(user, id, (await params).run, now);
  if (!found.ok) return <NoSuchPage />;
  const { run } = found;
  const { state, report } = run;
  const { variant, badge } = standingOf(run);
  const isDraft = state === "draft";
  const start =
    run.expiresAt > now ? (
      <ActionForm
        action={requestRunAction}
        organization={id}
        hidden={{ run: run.id }}
        button={isDraft ? "Start run" : "Run again"}
        variant={variant === "good" ? "outline" : "primary"}
        disabledReason={disabledReasonFor(role, "run a test check")}
      />
    ) : (
      <div className="flex flex-wrap items-center gap-2">
        <ButtonLink variant="primary" href="/dashboard/gate-test">
          Prepare another run
        </ButtonLink>
      </div>
    );
  const when = formatWhen(run.askedAt ?? run.createdAt, timeZone, now);
  const asked = isDraft ? `Prepared ${when}` : `Started ${when} by ${run.askedBy ?? "a former member"}`;
  return (
    <>
      <PageHeader
        heading={<span title={run.page}>{pageName(run.page)}</span>}
        cut
        help="gate-test"
        parent={{ href: "/dashboard/gate-test", name: "Gate test" }}
        action={<Badge variant={variant}>{badge}</Badge>}
      />
      {!isUnderWay(state) && (
        <p className="-mt-3 mb-3 text-meta text-soft">
          {report
            ? `${asked} · ${counted(report.requests, "request")} in ${(report.tookMs / 1_000).toFixed(1)} seconds`
            : asked}
        </p>
      )}
      <div aria-live="polite">
        <RunNotice run={run} asked={asked} />
      </div>
      {isDraft ? (
        <Section
          heading="Point your staging shop here"
          lead={
            <>
              In the shop’s configuration, replace our address, <code>{config().baseUrl}</code>, with this one, and use
              this test key only. Then restart the shop.
            </>
          }
        >
          <div className="grid content-start gap-4 *:min-w-0">
            <Facts boxed rows={forTheShop(run)} />
            <p className="text-meta text-soft">
              It works with this key and host until {formatMoment(run.expiresAt, timeZone, now)}. Only the gate test’s
              visitors can be confirmed there: never point your live shop at it.
            </p>
            {start}
          </div>
        </Section>
      ) : (
        !isUnderWay(state) && <div className="mt-4">{start}</div>
      )}
      {report && <ReportList report={report} />}
      <Section heading="How it was prepared">
        <Facts
          boxed
          rows={[
            ...(isDraft ? [] : forTheShop(run)),
            ["Page", run.page],
            ["Text that only confirmed visitors see", `“${run.protects}”`],
            ["Start of a check", run.start === null ? "The page leads to it" : <code>{run.start}</code>],
          ]}
        />
      </Section>
    </>
  );
}

function forTheShop({ address, key, keyLabel }: GateTestRun) {
  return [
    ["Address for the shop", <Copyable key="address" text={address} what="the address" />],
    [`Test key for the shop${keyLabel && ` (${keyLabel})`}`, <Copyable key="key" text={key} what="the test key" />],
  ] as const;
}
