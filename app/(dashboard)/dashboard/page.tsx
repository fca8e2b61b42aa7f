import type { Metadata } from "next";
import Link from "next/link";
import { Card } from "#app/_ui/card.tsx";
import { Disclosure } from "#app/_ui/disclosure.tsx";
import { day, formatDate } from "#app/_ui/format-date.ts";
import { Notice } from "#app/_ui/notice.tsx";
import { PageHead } from "#app/_ui/page-header.tsx";
import { Empty, Failed } from "#app/_ui/states.tsx";
import { Cell, Table } from "#app/_ui/table.tsx";
import { type Overview, overviewOf } from "#lib/activity/overview.ts";
import { readAlerts } from "#lib/billing/alerts.ts";
import { readSubscription } from "#lib/billing/subscription.ts";
import { mayEver } from "#lib/core/permission.rules.ts";
import { listDomains } from "#lib/domains/domain.ts";
import { MISSING_FOR_MS } from "#lib/domains/proof.rules.ts";
import { listKeys } from "#lib/keys/plugin-key.ts";
import { currentMembership } from "../_lib/current-membership.ts";
import { loadOrFail } from "../_lib/load-or-fail.ts";
import { ChecklistCard } from "./_overview/checklist.tsx";
import { DaysChart, everyDay } from "./_overview/days-chart.tsx";
import { WhyNotTable } from "./_overview/why-not.tsx";
import { BillingNotices } from "./billing/_components/notices.tsx";
import { isOver } from "./keys/_components/key-state.tsx";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const { user, organization } = await currentMembership();
  const overview = await loadOrFail("overview", () => overviewOf(user, organization.id));
  return (
    <>
      <PageHead heading="Overview">
        <p>{organization.name}</p>
      </PageHead>
      <Banners />
      {overview?.ok ? (
        <>
          <Card heading={isDone(overview.checklist) ? "You are live" : "Getting started"}>
            <ChecklistCard facts={overview.checklist} />
          </Card>
          <Thirty overview={overview} mode="live" />
          <Thirty overview={overview} mode="test" />
        </>
      ) : (
        <Failed what="The overview" here="/dashboard" />
      )}
    </>
  );
}

function isDone(facts: Overview["checklist"]): boolean {
  return Object.values(facts).every(Boolean);
}

/** What will stop working unless somebody does something. */
async function Banners() {
  const { user, organization } = await currentMembership();
  const { id, timeZone } = organization;
  const [domains, keys] = [
    await loadOrFail("domains", () => listDomains(user, id)),
    await loadOrFail("keys", () => listKeys(user, id)),
  ];
  const [alerts, subscription] = mayEver(organization.role, "see billing")
    ? [
        await loadOrFail("alerts", () => readAlerts(user, id)),
        await loadOrFail("subscription", () => readSubscription(user, id)),
      ]
    : [null, null];
  const now = new Date();
  const lost = domains?.ok ? domains.rows.filter(({ missingSince }) => missingSince !== null) : [];
  const ending = keys?.ok ? keys.rows.filter((key) => key.endsAt !== null && !isOver(key, now)) : [];
  return (
    <>
      {organization.suspendedAt && (
        <Notice variant="bad" heading="This organization is suspended">
          <p>No calls are accepted. Ask the operator of this service.</p>
        </Notice>
      )}
      <BillingNotices
        alerts={alerts?.ok ? alerts : null}
        held={subscription?.ok ? subscription.held : null}
        timeZone={timeZone}
      />
      {lost.map(({ host, missingSince }) => (
        <Notice key={host} variant="warn" heading={`What proves ${host} is gone`}>
          <p>
            Checks for it go on until {formatDate(new Date(Number(missingSince) + MISSING_FOR_MS), timeZone)}.{" "}
            <Link className="font-medium underline" href={`/dashboard/domains/${host}`}>
              See what is missing
            </Link>
          </p>
        </Notice>
      ))}
      {ending.map(({ key, label, endsAt }) => (
        <Notice key={key} variant="warn" heading={`The key ${label || key} ends`}>
          <p>
            It works until {endsAt && formatDate(endsAt, timeZone)}.{" "}
            <Link className="font-medium underline" href={`/dashboard/keys/${key}`}>
              See whether it is still used
            </Link>
          </p>
        </Notice>
      ))}
    </>
  );
}

const NAMES = { live: "Live checks, 30 days", test: "Test checks, 30 days" } as const;
const ENDS = [
  ["started", "Started"],
  ["confirmed", "Confirmed"],
  ["notConfirmed", "Not confirmed"],
  ["notFinished", "Not finished"],
] as const;
const COLUMNS = {
  live: ENDS,
  test: [...ENDS, ["tooYoung", "Too young"], ["cancelled", "Cancelled"]],
} as const;
const GRIDS = { live: "sm:grid-cols-4", test: "sm:grid-cols-3 lg:grid-cols-6" } as const;

function Thirty({ overview, mode }: { overview: Overview; mode: "live" | "test" }) {
  const sums = overview[mode];
  const columns = COLUMNS[mode];
  const days = everyDay(overview, mode);
  return (
    <Card heading={NAMES[mode]}>
      {sums.started === 0 ? (
        <Empty heading={mode === "live" ? "No live checks yet" : "No test checks yet"}>
          {mode === "live"
            ? "They appear here as soon as a visitor starts one with a live key."
            : "Run one from the Connect page: it takes a minute."}
        </Empty>
      ) : (
        <div className="grid grid-cols-1 gap-6">
          <dl className={`grid grid-cols-2 gap-4 ${GRIDS[mode]}`}>
            {columns.map(([name, words]) => (
              <div key={name}>
                <dt className="text-sm text-soft">{words}</dt>
                <dd className="text-2xl font-semibold tabular-nums">{sums[name].toLocaleString("en-GB")}</dd>
              </div>
            ))}
          </dl>
          <DaysChart days={days} />
          <Disclosure words="The same numbers as a table">
            <Table caption={NAMES[mode]} head={["Day (UTC)", ...columns.map(([, words]) => words)]}>
              {days
                .filter(({ started, confirmed, notConfirmed }) => started + confirmed + notConfirmed > 0)
                .map((one) => (
                  <tr key={one.day}>
                    <th scope="row" className="whitespace-nowrap py-2 pr-4 text-left font-normal">
                      {day(new Date(one.day), "UTC")}
                    </th>
                    {columns.map(([name]) => (
                      <Cell key={name} className="py-2 tabular-nums">
                        {one[name].toLocaleString("en-GB")}
                      </Cell>
                    ))}
                  </tr>
                ))}
            </Table>
          </Disclosure>
          {mode === "live" && <WhyNotTable days={overview.whyNot} />}
        </div>
      )}
    </Card>
  );
}
