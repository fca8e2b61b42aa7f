import type { IconName } from "#app/_ui/icon.tsx";

/** `key`: pressed after G, it opens the page. */
export type NavPage = { href: string; name: string; icon: IconName; key: string };

/** Holds what the switch between live and test changes. */
export const MODE_PAGES = pagesOf([
  ["o", "home", "Overview"],
  ["c", "checks", "Checks"],
  ["n", "connect", "Connect"],
  ["k", "keys", "Keys"],
]);

export const OTHER_PAGES = pagesOf([
  ["d", "domains", "Domains"],
  ["r", "gate-test", "Gate test"],
  ["b", "billing", "Billing"],
  ["t", "team", "Team"],
  ["a", "audit", "Audit log"],
  ["s", "settings", "Settings"],
]);

/** A page is at the name of its icon. */
function pagesOf(pages: readonly (readonly [key: string, icon: IconName, name: string])[]): readonly NavPage[] {
  return pages.map(([key, icon, name]) => ({
    href: icon === "home" ? "/dashboard" : `/dashboard/${icon}`,
    name,
    icon,
    key,
  }));
}
