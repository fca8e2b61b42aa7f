import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { CHAPTER_OF } from "#app/(dashboard)/_lib/chapter-of.ts";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { type CheckFilter, checkFilterParams, readCheckFilter } from "#lib/activity/check-filter.rules.ts";
import { readReferenced } from "#lib/activity/referenced.ts";
import { readReference, spelled } from "#lib/core/reference.rules.ts";
import { CheckList } from "./_components/check-list.tsx";
import { CHECKS, checksHref, type Params, panelHref, queryOf } from "./_lib/addresses.ts";
import { loadChecks } from "./_lib/load-checks.ts";

export const metadata: Metadata = { title: "Checks" };

export default async function Checks({ searchParams }: { searchParams: Promise<Params> }) {
  const member = await currentMembership();
  const { organization } = member;
  const params = queryOf(await searchParams);
  const filter = readCheckFilter(params);
  const searched = params.get("reference")?.trim() ?? "";
  const missing = searched === "" ? null : await whatIsMissing(member, searched, filter);
  const before = params.get("before");
  const loaded = await loadChecks(member, filter, before);
  return (
    <>
      <PageHeader
        heading="Checks"
        help={CHAPTER_OF.checks}
        action={<ExportLink filter={filter} organization={organization.id} />}
      />
      {missing}
      <CheckList loaded={loaded} filter={filter} before={before} timeZone={organization.timeZone} now={new Date()} />
    </>
  );
}

/** Goes straight to the panel of a reference that exists, in its own mode. Otherwise answers what to say. */
async function whatIsMissing(
  { user, organization }: Awaited<ReturnType<typeof currentMembership>>,
  searched: string,
  filter: CheckFilter,
) {
  const reference = readReference(searched);
  if (reference === null)
    return (
      <Notice variant="plain" heading="This is not a reference">
        <p>A reference has eight letters and digits, such as K7QW 2RTX, and never 0, O, 1 or I.</p>
      </Notice>
    );
  const read = await loadOrFail("reference", () => readReferenced(user, organization.id, reference));
  if (read === null)
    return (
      <LoadError what={`The reference ${spelled(reference)}`} here={checksHref(filter, `${CHECKS}/${reference}`)} />
    );
  const found = read.ok ? read.found : null;
  if (found) {
    const { mode } = found.kind === "check" ? found.row : found.event;
    redirect(panelHref(mode === filter.mode ? filter : { mode }, reference, null));
  }
  return (
    <Notice variant="plain" heading={`Nothing has the reference ${spelled(reference)}`}>
      <p>No check and no refused call of the last 30 days, live or test.</p>
    </Notice>
  );
}

/** Exports what the filter shows. Never prefetched: that would run the export. */
function ExportLink({ filter, organization }: { filter: CheckFilter; organization: string }) {
  const params = checkFilterParams(filter);
  params.set("organization", organization);
  return (
    <ButtonLink download size="sm" href={`${CHECKS}/export?${params}`} prefetch={false}>
      <Icon name="download" />
      Export CSV
    </ButtonLink>
  );
}
