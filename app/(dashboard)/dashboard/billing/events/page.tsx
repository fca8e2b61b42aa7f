import type { Metadata } from "next";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Disclosure } from "#app/_ui/disclosure.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { ExportLinks } from "#app/_ui/export-links.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import { type CurrentMembership, currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { whoMay } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { type Params, queryOf } from "#app/(dashboard)/_lib/query.ts";
import { type Formats, readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { unknownFilters } from "#app/(dashboard)/_lib/unknown-filters.rules.ts";
import { NotAllowed } from "#app/(dashboard)/dashboard/_components/not-allowed.tsx";
import { UnknownFilters } from "#app/(dashboard)/dashboard/_components/unknown-filters.tsx";
import { type EventPage, listEvents } from "#lib/billing/ledger.ts";
import { type LedgerFilter, ledgerQuery, readLedgerFilter } from "#lib/billing/ledger-filter.rules.ts";
import { mayEver } from "#lib/core/permission.rules.ts";
import { listKeys } from "#lib/keys/plugin-key.ts";
import { EventsFilter } from "./_components/events-filter.tsx";
import { EventsTable } from "./_components/events-table.tsx";

export const metadata: Metadata = { title: "Billed checks" };

type Props = { searchParams: Promise<Params> };

export default async function BilledChecks({ searchParams }: Props) {
  const { user, organization } = await currentMembership();
  const given = await searchParams;
  const filter = readLedgerFilter(given);
  const query = ledgerQuery(filter);
  const filterCount = new URLSearchParams(query).size;
  const mayRead = mayEver(organization.role, "see billing");
  const keys = await loadOrFail("keys", () => listKeys(user, organization.id));
  return (
    <>
      <PageHeader
        heading="Billed checks"
        help="billing"
        parent={{ href: "/dashboard/billing", name: "Billing" }}
        action={
          mayRead && <ExportLinks href={`/dashboard/billing/events/export?organization=${organization.id}&${query}`} />
        }
      >
        <p>Each billed check with its price and the reason for it. Nothing here says who the visitor was.</p>
      </PageHeader>
      {mayRead ? (
        <>
          <UnknownFilters
            unknown={unknownFilters(queryOf(given), new URLSearchParams(query), ["before"])}
            clear={`/dashboard/billing/events${query && `?${query}`}`}
          />
          <Disclosure summary={filterCount > 0 ? `Filter (${filterCount} set)` : "Filter"}>
            <EventsFilter filter={filter} keys={keys?.ok ? keys.rows : []} />
          </Disclosure>
          <Events
            currentMembership={{ user, organization }}
            filter={filter}
            cursor={typeof given.before === "string" ? given.before : null}
          />
        </>
      ) : (
        <NotAllowed what="billing" who={whoMay("see billing")} />
      )}
    </>
  );
}

type Events = {
  currentMembership: Pick<CurrentMembership, "user" | "organization">;
  filter: LedgerFilter;
  cursor: string | null;
};

async function Events({ currentMembership: { user, organization }, filter, cursor }: Events) {
  const query = ledgerQuery(filter);
  const found = await loadOrFail("billed checks", () => listEvents(user, organization.id, filter, cursor));
  if (!found?.ok) return <LoadError what="The ledger" here={`/dashboard/billing/events?${query}`} />;
  const { rows, next, sum, currency } = found;
  const formats = await readerFormats();
  if (rows.length === 0)
    return (
      <Empty
        heading={query ? "No billed check matches" : "Nothing billed yet"}
        action={
          query ? (
            <ButtonLink href="/dashboard/billing/events">Clear filters</ButtonLink>
          ) : (
            <ButtonLink href="/dashboard/connect">Run a test check</ButtonLink>
          )
        }
      >
        {query ? "Remove a filter to see more." : "Each check appears here when it is billed."}
      </Empty>
    );
  return (
    <Section {...headOf(sum, currency, formats)}>
      <EventsTable rows={rows} />
      {next && (
        <p className="mt-4 flex">
          <ButtonLink size="sm" href={`/dashboard/billing/events?${query}&before=${next}`}>
            Older
          </ButtonLink>
        </p>
      )}
    </Section>
  );
}

function headOf(sum: EventPage["sum"], currency: string, formats: Formats) {
  if (sum === null)
    return { heading: "The newest checks", lead: "There are too many to add up. Filter by days to see a sum." };
  const { checks, reversals, amountMinor } = sum;
  const heading = `${formats.count(checks)} ${checks === 1 ? "check" : "checks"}: ${formats.money(amountMinor, currency)}`;
  const credited = `${formats.count(reversals)} ${reversals === 1 ? "check was" : "checks were"} credited.`;
  return { heading, lead: reversals > 0 ? credited : undefined };
}
