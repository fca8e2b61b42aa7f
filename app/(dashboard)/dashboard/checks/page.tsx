import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { LoadError } from "#app/_ui/load-error.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { type Params, queryOf } from "#app/(dashboard)/_lib/query.ts";
import { type CheckFilter, readCheckFilter } from "#lib/activity/check-filter.rules.ts";
import { readReferenced } from "#lib/activity/referenced.ts";
import { readReference, spelled } from "#lib/crypto/reference.rules.ts";
import { CheckList } from "./_components/check-list.tsx";
import { ChecksHead } from "./_components/checks-head.tsx";
import { CHECKS, checksHref, panelHref } from "./_lib/addresses.ts";
import { loadChecks } from "./_lib/load-checks.ts";

export const metadata: Metadata = { title: "Checks" };

export default async function Checks({ searchParams }: { searchParams: Promise<Params> }) {
  const params = queryOf(await searchParams);
  const searched = params.get("reference")?.trim() ?? "";
  const missing = searched === "" ? null : await whatIsMissing(searched, readCheckFilter(params));
  const list = await loadChecks(params);
  return (
    <>
      <ChecksHead list={list} notice={missing} />
      <CheckList list={list} />
    </>
  );
}

/** Goes straight to the panel of a reference that exists, in its own mode. Otherwise answers what to say. */
async function whatIsMissing(searched: string, filter: CheckFilter) {
  const { user, organization } = await currentMembership();
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
