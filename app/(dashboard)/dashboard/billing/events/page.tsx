import type { Metadata } from "next";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { ExportLinks } from "#app/_ui/export-links.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { type CurrentMembership, currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { whoMay } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { type Params, queryOf } from "#app/(dashboard)/_lib/query.ts";
import { unknownFilters } from "#app/(dashboard)/_lib/unknown-filters.rules.ts";
import { NotAllowed } from "#app/(dashboard)/dashboard/_components/not-allowed.tsx";
import { UnknownFilters } from "#app/(dashboard)/dashboard/_components/unknown-filters.tsx";
import { type EventPage, listEvents } from "#lib/billing/ledger.ts";
import { type LedgerFilter, ledgerQuery, readLedgerFilter } from "#lib/billing/ledger-filter.rules.ts";
import { mayEver } from "#lib/core/permission.rules.ts";
import { listKeys } from "#lib/keys/plugin-key.ts";
import { EventsHead } from "./_components/events-head.tsx";
import { EventsTable } from "./_components/events-table.tsx";

export const metadata: Metadata = { title: "Billed checks" };

const HERE = "/dashboard/billing/events";

type Props = { searchParams: Promise<Params> };

export default async function BilledChecks({ searchParams }: Props) {
  const { user, organization } = await currentMembership();
  const given = await searchParams;
  const filter = readLedgerFilter(given);
  const query = ledgerQuery(filter);
  const mayRead = mayEver(organization.role, "see billing");
  return (
    <>
      <PageHeader
        heading="Billed checks"
        help="billing"
        parent={{ href: "/dashboard/billing", name: "Billing" }}
        action={mayRead && <ExportLinks href={`${HERE}/export?organization=${organization.id}&${query}`} />}
      >
        <p>
          Each billed check and its price. A note says why a price is not the plan’s. Nothing here says who the visitor
          was.
        </p>
      </PageHeader>
      {mayRead ? (
        <>
          <UnknownFilters
            unknown={unknownFilters(queryOf(given), new URLSearchParams(query), ["before"])}
            clear={`${HERE}${query && `?${query}`}`}
          />
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
  const [found, keys] = await Promise.all([
    loadOrFail("billed checks", () => listEvents(user, organization.id, filter, cursor)),
    loadOrFail("keys", () => listKeys(user, organization.id)),
  ]);
  const rows = found?.ok ? found.rows : [];
  if (found?.ok && rows.length === 0 && !query)
    return (
      <Empty heading="Nothing billed yet" action={<ButtonLink href="/dashboard/connect">Run a test check</ButtonLink>}>
        Each check appears here when it is billed.
      </Empty>
    );
  return (
    <>
      <EventsHead page={found?.ok && rows.length > 0 ? found : null} filter={filter} keys={keys?.ok ? keys.rows : []} />
      {found?.ok ? (
        <Listed rows={rows} next={found.next} query={query} />
      ) : (
        <LoadError what="The ledger" here={`${HERE}?${query}`} />
      )}
    </>
  );
}

type Listed = Pick<EventPage, "rows" | "next"> & { query: string };

function Listed({ rows, next, query }: Listed) {
  if (rows.length === 0)
    return (
      <Empty heading="No billed check matches" action={<ButtonLink href={HERE}>Clear filters</ButtonLink>}>
        Remove a filter to see more.
      </Empty>
    );
  return (
    <>
      <EventsTable rows={rows} />
      {next && (
        <p className="mt-4 flex">
          <ButtonLink size="sm" href={`${HERE}?${query}&before=${next}`}>
            Older
          </ButtonLink>
        </p>
      )}
    </>
  );
}
