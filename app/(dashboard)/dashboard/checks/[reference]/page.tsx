import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { LoadError } from "#app/_ui/load-error.tsx";
import { NoSuchPage } from "#app/(dashboard)/_components/no-such-page.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { type Params, queryOf } from "#app/(dashboard)/_lib/query.ts";
import { readReferenced } from "#lib/activity/referenced.ts";
import { readReference, spelled } from "#lib/crypto/reference.rules.ts";
import { CheckList } from "../_components/check-list.tsx";
import { CheckPanel } from "../_components/check-panel.tsx";
import { ChecksHead } from "../_components/checks-head.tsx";
import { CloseOnEscape } from "../_components/close-on-escape.tsx";
import { EventPanel } from "../_components/event-panel.tsx";
import { CHECKS, checksHref, panelHref } from "../_lib/addresses.ts";
import { loadChecks } from "../_lib/load-checks.ts";

type Props = { params: Promise<{ reference: string }>; searchParams: Promise<Params> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const reference = readReference((await params).reference);
  return { title: reference === null ? "Checks" : `Check ${spelled(reference)}` };
}

/** Shows one check, or one refused call, beside the list; in a narrow window without the list. */
export default async function Check({ params, searchParams }: Props) {
  const { user, organization } = await currentMembership();
  const reference = readReference((await params).reference);
  if (reference === null) return <NoSuchPage />;
  const query = queryOf(await searchParams);
  const [list, read] = await Promise.all([
    loadChecks(query),
    loadOrFail("reference", () => readReferenced(user, organization.id, reference)),
  ]);
  if (read?.ok && read.found === null) return <NoSuchPage />;
  const found = read?.ok ? read.found : null;
  const { filter, before, page, choices, timeZone, now } = list;
  const mode = found && (found.kind === "check" ? found.row : found.event).mode;
  // The layout and the list follow the check.
  if (mode !== null && mode !== filter.mode) redirect(panelHref({ mode }, reference, null));
  // Back in the list the focus is on the row of the check, and from there on the heading of its panel.
  const isRefused = found?.kind === "event" && !found.event.ok;
  const close = isRefused
    ? checksHref({ mode: filter.mode }, `${CHECKS}/refused`)
    : `${checksHref(filter, CHECKS, before)}#${reference}`;
  const neighbours = neighboursOf(page?.rows ?? [], reference);
  const panelOf = (other: string | null) => other && panelHref(filter, other, before);
  const links = { close, newer: panelOf(neighbours.newer), older: panelOf(neighbours.older) };
  return (
    <>
      <ChecksHead list={list} hasPanel />
      <div className="min-[1100px]:grid min-[1100px]:grid-cols-[minmax(0,1fr)_23rem] min-[1100px]:gap-6">
        <div className="min-w-0 max-[1100px]:hidden">
          <CheckList list={list} chosen={reference} />
        </div>
        <CloseOnEscape href={close} />
        {found === null ? (
          <LoadError what="This check" here={checksHref(filter, `${CHECKS}/${reference}`, before)} />
        ) : found.kind === "check" ? (
          <CheckPanel found={found} links={links} timeZone={timeZone} now={now} />
        ) : (
          <EventPanel event={found.event} links={links} domains={choices.hosts} timeZone={timeZone} now={now} />
        )}
      </div>
    </>
  );
}

/** Finds the checks above and below this one in the list that stands beside it. */
function neighboursOf(rows: readonly ({ reference: string } | { droppedCount: number })[], reference: string) {
  const all = rows.flatMap((row) => ("reference" in row ? [row.reference] : []));
  const at = all.indexOf(reference);
  return at < 0 ? { newer: null, older: null } : { newer: all[at - 1] ?? null, older: all[at + 1] ?? null };
}
