import type { Metadata } from "next";
import { Box } from "#app/_ui/box.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { ExportLinks } from "#app/_ui/export-links.tsx";
import { formatDays } from "#app/_ui/format-date.ts";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { inMode } from "#app/(dashboard)/_lib/mode.ts";
import { type Params, queryOf } from "#app/(dashboard)/_lib/query.ts";
import { type Formats, readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { unknownFilters } from "#app/(dashboard)/_lib/unknown-filters.rules.ts";
import { UnknownFilters } from "#app/(dashboard)/dashboard/_components/unknown-filters.tsx";
import { type RefusedGroup, refusedOf, refusedRange } from "#lib/activity/refused.ts";
import { dayOf, daysAfter } from "#lib/base/time.rules.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { listDomains } from "#lib/domains/domain.ts";
import { eventsOf, overviewQuery, type ShownDays } from "../../_overview/overview.rules.ts";
import { PeriodMenu } from "../../_overview/period-menu.tsx";
import { RefusedReason, RefusedReasonHead } from "../_components/refused-reason.tsx";
import { ChecksTabs } from "../_components/tabs.tsx";
import { CHECKS, REFUSED_PERIODS, readRefusedAsked } from "../_lib/addresses.ts";
import { loadCounts } from "../_lib/load-checks.ts";

export const metadata: Metadata = { title: "Refused calls" };

type Props = { searchParams: Promise<Params> };

/** Lists the calls and questions that were refused, by reason: what can be mended first. */
export default async function RefusedCalls({ searchParams }: Props) {
  const { user, organization } = await currentMembership();
  const given = await searchParams;
  const { count } = await readerFormats();
  const now = new Date();
  const { asked, shown } = readRefusedAsked(queryOf(given), now);
  const { mode, key } = asked;
  const { from, to } = refusedRange(asked, now);
  const reason = typeof given.reason === "string" && given.reason !== "" ? given.reason : undefined;
  const [refused, counts, domains] = await Promise.all([
    loadOrFail("refused", () => refusedOf(user, organization.id, asked, now)),
    loadCounts(mode),
    loadOrFail("domains", () => listDomains(user, organization.id)),
  ]);
  const own = { mode, ...(key && { key }), ...(reason && { reason }) };
  const queryFor = (days: ShownDays) => new URLSearchParams({ ...own, ...overviewQuery({ mode, ...days }) });
  const hrefOf = (days: ShownDays) => `${CHECKS}/refused?${queryFor(days)}`;
  const [here, exported] = [
    hrefOf(shown),
    `${CHECKS}/refused/export?${queryFor(shown)}&organization=${organization.id}`,
  ];
  const when = whenOf(shown, now);
  const [first] = refused?.ok ? refused.groups : [];
  const label = first?.latest[0]?.keyLabel || key;
  const hosts = domains?.ok ? domains.rows.map(({ host }) => host) : [];
  return (
    <>
      <PageHeader
        heading="Checks"
        help="refused"
        action={
          <>
            <PeriodMenu
              {...{ shown, hrefOf, now }}
              periods={REFUSED_PERIODS}
              action={`${CHECKS}/refused`}
              kept={new URLSearchParams(own)}
            />
            <div className="contents @max-phone/sheet:hidden">
              <ExportLinks href={exported} />
            </div>
          </>
        }
      />
      <ChecksTabs mode={mode} open="refused" counts={counts} />
      <UnknownFilters unknown={unknownFilters(queryOf(given), queryFor(shown), ["days"])} clear={here} />
      {key && (
        <p className="mb-5 flex flex-wrap items-center gap-2">
          <span>
            Of the key <b>{label}</b>.
          </span>
          <a href={inMode(`${CHECKS}/refused`, mode)}>Show all keys</a>
        </p>
      )}
      {!refused?.ok ? (
        <LoadError what="The list of refused calls" here={here} />
      ) : refused.groups.length === 0 ? (
        <Empty heading="No call was refused">
          {callsText(refused.calls, mode, count)} {when}.
        </Empty>
      ) : (
        <>
          <Summary groups={refused.groups} calls={refused.calls} when={when} />
          <Box>
            <RefusedReasonHead days={formatDays(dayOf(from), dayOf(daysAfter(to, -1)), now)} />
            {refused.groups.map((group, n) => (
              <RefusedReason
                key={`${group.kind} ${group.code}`}
                group={group}
                isOpen={reason ? group.code === reason : n < 2 && group.severity === "mend"}
                isFirst={n === 0}
                domains={hosts}
                timeZone={organization.timeZone}
                mode={mode}
                top={Math.max(...refused.groups.flatMap(({ days }) => days))}
                now={now}
              />
            ))}
          </Box>
          {/* On a phone, the reasons come first. */}
          <div className="flex gap-2 pt-4 @phone/sheet:hidden">
            <ExportLinks href={exported} />
          </div>
        </>
      )}
    </>
  );
}

/** Says on which days, at the end of a sentence. */
function whenOf({ days, range }: ShownDays, now: Date): string {
  return range ? `on ${formatDays(range.since, range.until, now)}` : `in the last ${days} days`;
}

async function Summary({ groups, calls, when }: { groups: readonly RefusedGroup[]; calls: number; when: string }) {
  const of = (isOf: (group: RefusedGroup) => boolean) => eventsOf(groups.filter(isOf));
  const ofCalls = of(({ kind }) => kind === "call");
  const ofChecks = of(({ kind }) => kind === "check");
  const { count } = await readerFormats();
  const parts = [
    [of(({ severity }) => severity === "mend"), "need a change on your side"],
    [of(({ severity }) => severity === "chosen"), "follow your settings"],
    [of(({ severity }) => severity === "passing"), "need nothing from you"],
  ] as const;
  return (
    <p className="mb-5">
      <b>
        {count(ofCalls)} of {count(calls)} {calls === 1 ? "call was" : "calls were"} refused {when}
        {ofChecks > 0 &&
          `, and ${count(ofChecks)} ${ofChecks === 1 ? "token check" : "token checks"} from your backend`}
        .
      </b>{" "}
      <span className="text-soft">
        {parts
          .filter(([number]) => number > 0)
          .map(([number, words]) => `${count(number)} ${words}.`)
          .join(" ")}
      </span>
    </p>
  );
}

function callsText(calls: number, mode: Mode, count: Formats["count"]): string {
  if (calls === 1) return `There was 1 ${mode} call`;
  return `There were ${calls === 0 ? "no" : count(calls)} ${mode} calls`;
}
