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

/** Where a test check comes back. Its mode is not in the address. */
export const TEST_CHECK = "/test-check";

/** Is a page open that differs between live and test? */
export function hasModes(path: string): boolean {
  return MODE_PAGES.some(({ href }) => isOpen(href, path));
}

/** Is this page, or one below it, open? A test check that comes back belongs to Connect. */
export function isOpen(href: string, path: string): boolean {
  if (path === TEST_CHECK) return href === "/dashboard/connect";
  return path === href || (href !== "/dashboard" && path.startsWith(`${href}/`));
}
