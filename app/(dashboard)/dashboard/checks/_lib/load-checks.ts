import type { CurrentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import type { CheckFilter } from "#lib/activity/check-filter.rules.ts";
import { listChecks } from "#lib/activity/check-list.ts";
import { overviewOf } from "#lib/activity/overview.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { listDomains } from "#lib/domains/domain.ts";
import { listKeys } from "#lib/keys/plugin-key.ts";
import { eventsOf } from "../../_overview/overview.rules.ts";
import { cursorOf } from "./addresses.ts";

type Member = Pick<CurrentMembership, "user" | "organization">;

/** What the list shows: a page of checks, its filter's choices, and the days of the last 30. A part that fails is `null`. */
export async function loadChecks(
  { user, organization: { id, createdAt } }: Member,
  filter: CheckFilter,
  before: string | null,
) {
  const [page, keys, domains, overview] = await Promise.all([
    loadOrFail("checks", () => listChecks(user, id, filter, cursorOf(before))),
    loadOrFail("keys", () => listKeys(user, id)),
    loadOrFail("domains", () => listDomains(user, id)),
    loadOrFail("days", () => overviewOf(user, id, { days: 30, mode: filter.mode })),
  ]);
  return {
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

/** The numbers on the tabs. */
export async function loadCounts({ user, organization: { id } }: Member, mode: Mode) {
  const overview = await loadOrFail("days", () => overviewOf(user, id, { days: 30, mode }));
  return countsOf(overview);
}

function countsOf(overview: Awaited<ReturnType<typeof overviewOf>> | null) {
  return overview?.ok ? { checks: overview.funnel.made, refused: eventsOf(overview.refused) } : null;
}
