import type { Metadata } from "next";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { ExportLinks } from "#app/_ui/export-links.tsx";
import { formatDayHeading, formatMoment } from "#app/_ui/format-date.ts";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { whoMay } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { unknownFilters } from "#app/(dashboard)/_lib/unknown-filters.rules.ts";
import { NotAllowed } from "#app/(dashboard)/dashboard/_components/not-allowed.tsx";
import { UnknownFilters } from "#app/(dashboard)/dashboard/_components/unknown-filters.tsx";
import { listAudit, listAuditPeople } from "#lib/organizations/audit-log.ts";
import { Choices } from "./_components/choices.tsx";
import { EntryRow } from "./_components/entry-row.tsx";
import { choicePath, filterOfChoice, paramsOf, readChoice } from "./_lib/filter.rules.ts";
import { readAuditNames } from "./_lib/read-names.ts";

export const metadata: Metadata = { title: "Audit log" };

const HERE = "/dashboard/audit";
const NO_ROLE = "not_allowed";

type Props = { searchParams: Promise<Record<string, string>> };

export default async function Audit({ searchParams }: Props) {
  const { user, organization } = await currentMembership();
  const params = new URLSearchParams(await searchParams);
  const { id, timeZone } = organization;
  const [choice, before, now] = [readChoice(params), params.get("before"), new Date()];
  const [listed, people] = await Promise.all([
    loadOrFail("audit log", () => listAudit(user, id, { ...filterOfChoice(choice, now), cursor: before })),
    loadOrFail("people of the audit log", () => listAuditPeople(user, id)),
  ]);
  if (listed && !listed.ok && listed.reason === NO_ROLE)
    return (
      <>
        <PageHeader heading="Audit log" help="audit" />
        <NotAllowed what="the audit log" who={whoMay("see the audit log")} />
      </>
    );
  const words = await readAuditNames(user, id, (at) => formatMoment(at, timeZone, now));
  const days = listed?.ok
    ? Map.groupBy(listed.rows, ({ createdAt }) => formatDayHeading(createdAt, timeZone, now))
    : [];
  return (
    <>
      <PageHeader
        heading="Audit log"
        help="audit"
        action={<ExportLinks href={choicePath("/dashboard/audit/export", choice, { organization: id })} />}
      >
        <p>Who changed what, and when. Entries cannot be changed or deleted.</p>
      </PageHeader>
      <Choices choice={choice} people={people?.ok ? people.rows : []} now={now} />
      <UnknownFilters
        unknown={unknownFilters(params, paramsOf(choice), ["before", "mode"])}
        clear={choicePath(HERE, choice)}
      />
      {!listed?.ok ? (
        <LoadError what="The audit log" here={choicePath(HERE, choice, before === null ? {} : { before })} />
      ) : listed.rows.length === 0 ? (
        <Empty heading="Nothing here">
          <p>No change matches. Choose more people, subjects or days.</p>
        </Empty>
      ) : (
        [...days].map(([heading, entries]) => (
          <Section key={heading} heading={heading}>
            <ol className="border-t border-line">
              {entries.map((entry) => (
                <EntryRow key={entry.id} entry={entry} words={words} timeZone={timeZone} />
              ))}
            </ol>
          </Section>
        ))
      )}
      {listed?.ok && listed.next && (
        <ButtonLink className="mt-4" href={choicePath(HERE, choice, { before: listed.next })}>
          Older
        </ButtonLink>
      )}
    </>
  );
}
