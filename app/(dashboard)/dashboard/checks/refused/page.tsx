import type { Metadata } from "next";
import { Box } from "#app/_ui/box.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { ExportLinks } from "#app/_ui/export-links.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Segments } from "#app/_ui/segments.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { inMode } from "#app/(dashboard)/_lib/mode.ts";
import { type Params, queryOf } from "#app/(dashboard)/_lib/query.ts";
import { type Formats, readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { unknownFilters } from "#app/(dashboard)/_lib/unknown-filters.rules.ts";
import { UnknownFilters } from "#app/(dashboard)/dashboard/_components/unknown-filters.tsx";
import { type RefusedGroup, refusedOf } from "#lib/activity/refused.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { listDomains } from "#lib/domains/domain.ts";
import { eventsOf } from "../../_overview/overview.rules.ts";
import { RefusedReason } from "../_components/refused-reason.tsx";
import { ChecksTabs } from "../_components/tabs.tsx";
import { CHECKS, readRefusedAsked } from "../_lib/addresses.ts";
import { loadCounts } from "../_lib/load-checks.ts";

export const metadata: Metadata = { title: "Refused calls" };

type Props = { searchParams: Promise<Params> };

/** Lists the calls and questions that were refused, by reason: what can be mended first. */
export default async function RefusedCalls({ searchParams }: Props) {
  const { user, organization } = await currentMembership();
  const given = await searchParams;
  const { count } = await readerFormats();
  const { mode, key, days } = readRefusedAsked(queryOf(given));
  const reason = typeof given.reason === "string" && given.reason !== "" ? given.reason : undefined;
  const [refused, counts, domains] = await Promise.all([
    loadOrFail("refused", () => refusedOf(user, organization.id, { days, mode, key })),
    loadCounts(mode),
    loadOrFail("domains", () => listDomains(user, organization.id)),
  ]);
  const queryFor = (period: number) =>
    new URLSearchParams({ mode, ...(key && { key }), ...(reason && { reason }), days: String(period) });
  const here = (period: number) => `${CHECKS}/refused?${queryFor(period)}`;
  const exported = `${CHECKS}/refused/export?${queryFor(days)}&organization=${organization.id}`;
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
            <Segments
              label="Period"
              links={[7, 30].map((one) => ({ name: `${one} days`, href: here(one), isChosen: one === days }))}
            />
            <div className="contents @max-phone/sheet:hidden">
              <ExportLinks href={exported} />
            </div>
          </>
        }
      />
      <ChecksTabs mode={mode} open="refused" counts={counts} />
      <UnknownFilters unknown={unknownFilters(queryOf(given), queryFor(days))} clear={here(days)} />
      {key && (
        <p className="mb-5 flex flex-wrap items-center gap-2">
          <span>
            Of the key <b>{label}</b>.
          </span>
          <a href={inMode(`${CHECKS}/refused`, mode)}>Show all keys</a>
        </p>
      )}
      {!refused?.ok ? (
        <LoadError what="The list of refused calls" here={here(days)} />
      ) : refused.groups.length === 0 ? (
        <Empty heading="No call was refused">
          {callsText(refused.calls, mode, count)} in the last {days} days.
        </Empty>
      ) : (
        <>
          <Summary groups={refused.groups} calls={refused.calls} days={days} />
          <Box>
            {refused.groups.map((group, n) => (
              <RefusedReason
                key={`${group.kind} ${group.code}`}
                group={group}
                isOpen={reason ? group.code === reason : n < 2 && group.severity === "mend"}
                isFirst={n === 0}
                domains={hosts}
                timeZone={organization.timeZone}
                mode={mode}
                now={new Date()}
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

async function Summary({ groups, calls, days }: { groups: readonly RefusedGroup[]; calls: number; days: number }) {
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
        {count(ofCalls)} of {count(calls)} {calls === 1 ? "call was" : "calls were"} refused in the last {days} days
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
