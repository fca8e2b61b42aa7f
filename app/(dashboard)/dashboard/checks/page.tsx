import type { Metadata } from "next";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import { type CurrentMembership, currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { readMode } from "#app/(dashboard)/_lib/mode.ts";
import { type ActivityFilter, filterParams, readFilter } from "#lib/activity/filter.rules.ts";
import { listActivity } from "#lib/activity/list.ts";
import { listKeys } from "#lib/keys/plugin-key.ts";
import { EventRow } from "./_components/event-row.tsx";
import { FilterForm } from "./_components/filter-form.tsx";

export const metadata: Metadata = { title: "Checks" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Activity({ searchParams }: Props) {
  const { user, organization } = await currentMembership();
  const given = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as [string, string]] : [],
  );
  const params = new URLSearchParams(given);
  const filter = { ...readFilter(params), mode: readMode({ mode: params.get("mode") ?? undefined }) };
  const exported = filterParams(filter);
  exported.set("organization", organization.id);
  const keys = await loadOrFail("keys", () => listKeys(user, organization.id));
  return (
    <>
      <PageHeader
        heading="Checks"
        action={
          // Without prefetch, which would run the export.
          <ButtonLink href={`/dashboard/checks/export?${exported}`} prefetch={false}>
            Export as CSV
          </ButtonLink>
        }
      >
        <p>
          Every call, step and token check of the last 30 days. Nothing here says who the visitor was; of a live check
          it says confirmed or not confirmed, and not why.
        </p>
      </PageHeader>
      <Section>
        <FilterForm filter={filter} keys={keys?.ok ? keys.rows : []} />
      </Section>
      <Events currentMembership={{ user, organization }} filter={filter} cursor={params.get("before")} />
    </>
  );
}

type Events = {
  currentMembership: Pick<CurrentMembership, "user" | "organization">;
  filter: ActivityFilter;
  cursor: string | null;
};

async function Events({ currentMembership: { user, organization }, filter, cursor }: Events) {
  const params = filterParams(filter);
  const found = await loadOrFail("activity", () => listActivity(user, organization.id, filter, cursor));
  if (!found?.ok) return <LoadError what="The activity" here={`/dashboard/checks?${params}`} />;
  if (found.rows.length === 0)
    return params.size > 0 || cursor ? (
      <Empty
        heading="Nothing matches"
        action={
          <ButtonLink href="/dashboard/checks" prefetch={false}>
            Clear the filters
          </ButtonLink>
        }
      >
        Of the last 30 days, no event fits all of these filters.
      </Empty>
    ) : (
      <Empty heading="Nothing yet" action={<ButtonLink href="/dashboard/connect">Run a test check</ButtonLink>}>
        Calls appear here within a second. Run a test check to see one.
      </Empty>
    );
  const older = new URLSearchParams(params);
  if (found.next) older.set("before", found.next);
  return (
    <Section>
      <ol className="divide-y divide-line">
        {found.rows.map(({ id: _, ...event }, n) => (
          // The id must not reach the page: it holds the time of the event to the millisecond.
          <EventRow key={n} event={event} timeZone={organization.timeZone} />
        ))}
      </ol>
      {found.next && (
        <ButtonLink className="mt-4" href={`/dashboard/checks?${older}`} prefetch={false}>
          Older
        </ButtonLink>
      )}
    </Section>
  );
}
