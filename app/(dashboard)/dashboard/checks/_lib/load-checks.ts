import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { readCheckFilter } from "#lib/activity/check-filter.rules.ts";
import { listChecks } from "#lib/activity/check-list.ts";
import { overviewOf } from "#lib/activity/overview.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { listDomains } from "#lib/domains/domain.ts";
import { listKeys } from "#lib/keys/plugin-key.ts";
import { eventsOf } from "../../_overview/overview.rules.ts";
import { cursorOf, unknownIn } from "./addresses.ts";

/** Loads a page of checks, its filter with the choices for it, and the last 30 days. A part that fails is `null`. */
export async function loadChecks(params: URLSearchParams) {
  const { user, organization } = await currentMembership();
  const { id, createdAt, timeZone } = organization;
  const [filter, before, now] = [readCheckFilter(params), params.get("before"), new Date()];
  const [page, keys, domains, overview] = await Promise.all([
    loadOrFail("checks", () => listChecks(user, id, filter, cursorOf(before))),
    loadOrFail("keys", () => listKeys(user, id)),
    loadOrFail("domains", () => listDomains(user, id)),
    loadOrFail("days", () => overviewOf(user, id, { days: 30, mode: filter.mode })),
  ]);
  return {
    ...{ filter, before, now, timeZone, organization: id },
    /** Says what the address asks that is no filter. */
    unknown: unknownIn(params, filter),
    page: page?.ok ? page : null,
    choices: {
      keys: keys?.ok ? keys.rows.filter(({ mode }) => mode === filter.mode) : [],
      hosts: domains?.ok ? domains.rows.map(({ host }) => host) : [],
    },
    days: overview?.ok ? overview.days : null,
    createdAt,
    counts: countsOf(overview),
  };
}

export type LoadedChecks = Awaited<ReturnType<typeof loadChecks>>;

/** Counts for the tabs. */
export async function loadCounts(mode: Mode) {
  const { user, organization } = await currentMembership();
  return countsOf(await loadOrFail("days", () => overviewOf(user, organization.id, { days: 30, mode })));
}

function countsOf(overview: Awaited<ReturnType<typeof overviewOf>> | null) {
  return overview?.ok ? { checks: overview.funnel.made, refused: eventsOf(overview.refused) } : null;
}
