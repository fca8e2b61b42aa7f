import type { Metadata } from "next";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { formatDate } from "#app/_ui/format-date.ts";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { whoMay } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { NotAllowed } from "#app/(dashboard)/dashboard/_components/not-allowed.tsx";
import type { Actor } from "#lib/core/actor.ts";
import { listAudit } from "#lib/organizations/audit-log.ts";
import { Changes } from "./_components/changes.tsx";

export const metadata: Metadata = { title: "Audit log" };

/** Actors that are no members. */
const ACTORS: Readonly<Record<string, string>> = {
  operator: "The operator",
  system: "Ageway",
  stripe: "Stripe",
} satisfies Record<Exclude<Actor["kind"], "user">, string>;

type Props = { searchParams: Promise<{ before?: string }> };

export default async function Audit({ searchParams }: Props) {
  const { user, organization } = await currentMembership();
  const { before } = await searchParams;
  const listed = await loadOrFail("audit log", () => listAudit(user, organization.id, { cursor: before ?? null }));
  if (listed && !listed.ok && listed.reason === "not_allowed")
    return (
      <>
        <PageHeader heading="Audit log" />
        <NotAllowed what="the audit log" who={whoMay("see the audit log")} />
      </>
    );
  return (
    <>
      <PageHeader
        heading="Audit log"
        action={
          <ButtonLink href={`/dashboard/audit/export?organization=${organization.id}`} prefetch={false}>
            Export as CSV
          </ButtonLink>
        }
      >
        <p>Who changed what, and when. Nothing in it can be changed or deleted.</p>
      </PageHeader>
      {!listed?.ok ? (
        <LoadError what="The audit log" here="/dashboard/audit" />
      ) : listed.rows.length === 0 ? (
        <Empty heading="Nothing here">No changes as old as this.</Empty>
      ) : (
        <Section>
          <ol className="divide-y divide-line">
            {listed.rows.map((event) => (
              <li key={event.id} className="grid gap-1 py-3 sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-4">
                <p className="text-sm text-soft">{formatDate(event.createdAt, organization.timeZone)}</p>
                <div className="grid gap-1">
                  <p>
                    <b className="font-semibold">{ACTORS[event.actor] ?? event.actor}</b> {event.sentence}
                    {event.subject !== organization.id && (
                      <code className="ml-2 font-mono text-sm">{event.subject}</code>
                    )}
                  </p>
                  <Changes before={event.before} after={event.after} />
                </div>
              </li>
            ))}
          </ol>
          {listed.next && (
            <ButtonLink className="mt-4" href={`/dashboard/audit?before=${listed.next}`} prefetch={false}>
              Older
            </ButtonLink>
          )}
        </Section>
      )}
    </>
  );
}
