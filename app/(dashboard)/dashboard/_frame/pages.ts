import type { IconName } from "#app/_ui/icon.tsx";

/** `key`: pressed after G, it opens the page. */
export type FramePage = { href: string; name: string; icon: IconName; key: string };

/** What the switch between live and test changes. */
export const MODE_PAGES: readonly FramePage[] = [
  { href: "/dashboard", name: "Overview", icon: "home", key: "o" },
  { href: "/dashboard/checks", name: "Checks", icon: "checks", key: "c" },
  { href: "/dashboard/connect", name: "Connect", icon: "connect", key: "n" },
  { href: "/dashboard/keys", name: "Keys", icon: "keys", key: "k" },
];

export const OTHER_PAGES: readonly FramePage[] = [
  { href: "/dashboard/domains", name: "Domains", icon: "domains", key: "d" },
  { href: "/dashboard/billing", name: "Billing", icon: "billing", key: "b" },
  { href: "/dashboard/team", name: "Team", icon: "team", key: "t" },
  { href: "/dashboard/audit", name: "Audit log", icon: "audit", key: "a" },
  { href: "/dashboard/settings", name: "Settings", icon: "settings", key: "s" },
];

/** Is this page, or one below it, open? */
export function isOpen({ href }: FramePage, path: string): boolean {
  return path === href || (href !== "/dashboard" && path.startsWith(`${href}/`));
}
