import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { inMode } from "#app/(dashboard)/_lib/mode.ts";
import { MODE_PAGES, OTHER_PAGES } from "#app/(dashboard)/dashboard/_layout/pages.ts";
import { placesOfDocs } from "#app/(docs)/_docs/places.ts";
import type { User } from "#lib/core/actor.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { listDomains } from "#lib/domains/domain.ts";
import { shortKey } from "#lib/keys/plugin-key.rules.ts";
import { listKeys } from "#lib/keys/plugin-key.ts";
import type { Destination, LoadedDestinations } from "./match.rules.ts";

const ACTIONS: readonly [name: string, href: string][] = [
  ["Run a test check", "/dashboard/connect?mode=test"],
  ["Create key", "/dashboard/keys/new"],
  ["Add domain", "/dashboard/domains#host"],
  ["Run the gate test on your shop", "/dashboard/gate-test"],
  ["Show refused calls", "/dashboard/checks/refused"],
  ["Change the spend cap", "/dashboard/billing/plan"],
  ["Invite a member", "/dashboard/team/invite"],
  ["Your sessions", "/dashboard/account"],
];

/**
 * Lists everything that has a name: pages, actions, this organization’s keys and domains, and the documentation. A key has a
 * mode of its own; everything else of the dashboard opens in `mode`.
 */
export async function destinationsOf(user: User, organizationId: string, mode: Mode): Promise<LoadedDestinations> {
  const { pages, reasons } = placesOfDocs();
  const [keys, domains] = await Promise.all([
    loadOrFail("keys", () => listKeys(user, organizationId)),
    loadOrFail("domains", () => listDomains(user, organizationId)),
  ]);
  const destinations = [
    ...(domains?.ok ? domains.rows : []).map(
      ({ host, missingSince }): Destination => ({
        group: "Domains",
        name: host,
        href: inMode(`/dashboard/domains/${host}`, mode),
        ...(missingSince && { note: "Record missing" }),
      }),
    ),
    ...(keys?.ok ? keys.rows : []).map(
      ({ key, label }): Destination => ({
        group: "Keys",
        name: label || key,
        href: `/dashboard/keys/${key}`,
        note: shortKey(key),
      }),
    ),
    ...[...MODE_PAGES, ...OTHER_PAGES].map(
      ({ name, href, key }): Destination => ({
        group: "Pages",
        name,
        href: inMode(href, mode),
        note: `G then ${key.toUpperCase()}`,
      }),
    ),
    ...ACTIONS.map(([name, href]): Destination => ({ group: "Actions", name, href: inMode(href, mode) })),
    ...pages.map(({ path, ...page }): Destination => ({ group: "Docs", href: path, ...page })),
    ...reasons.map(({ path, ...reason }): Destination => ({ group: "Reasons", href: path, ...reason })),
  ];
  return { destinations, isWhole: keys !== null && domains !== null };
}
