"use client";

import { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import { ModeBadge } from "#app/_ui/badge.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { Segments } from "#app/_ui/segments.tsx";
import { ModeLink } from "./mode-link.tsx";
import { hasModes, isOpen, MODE_PAGES, type NavPage, OTHER_PAGES } from "./pages.ts";
import { useMode } from "./use-mode.ts";

/** Says where the switch leads: from a check or a key, whose mode is its own, to their list. A page within another comes first. */
const SWITCHED = [
  ...["/dashboard/checks/refused", "/dashboard/checks", "/dashboard/connect", "/dashboard/keys"],
  "/dashboard",
] as const;

/** Shows the switch of live and test above the pages that it changes, and the others. `alarms`: how much of a page needs somebody. */
export function Nav({ alarms }: { alarms: Record<string, number> }) {
  const path = usePathname();
  const mode = useMode();
  const switchable = SWITCHED.find((href) => path === href || path.startsWith(`${href}/`)) ?? "/dashboard";
  const live = switchable === "/dashboard" ? `${switchable}?mode=live` : switchable;
  const link = (page: NavPage) => (
    <li key={page.href}>
      <ModeLink href={page.href} data-key={page.key} aria-current={isOpen(page, path) ? "page" : undefined}>
        <Icon name={page.icon} />
        {page.name}
        {(alarms[page.href] ?? 0) > 0 && (
          <span className="n alarm">
            {alarms[page.href]}
            <span className="sr"> to look at</span>
          </span>
        )}
        <Pending />
      </ModeLink>
    </li>
  );
  return (
    <nav aria-label="Dashboard">
      <div className="stack tight">
        {hasModes(path) ? (
          <Segments
            label="Live or test"
            links={[
              { name: "Live", href: live, isChosen: mode === "live" },
              { name: "Test", href: `${switchable}?mode=test`, isChosen: mode === "test", className: "test" },
            ]}
          />
        ) : (
          // As high as the switch, so that no link moves.
          <p className="meta">Same in live and test</p>
        )}
        <ul>{MODE_PAGES.map(link)}</ul>
      </div>
      <ul>{OTHER_PAGES.map(link)}</ul>
    </nav>
  );
}

/** Shows a dot beside the link of a page that is still loading, once that takes long enough to be noticed. */
function Pending() {
  const { pending } = useLinkStatus();
  return (
    <span role="status" className={pending ? "pending" : undefined}>
      {pending && <span className="sr">is loading</span>}
    </span>
  );
}

/** Shows the mode of a page that has one, in the bar of a narrow window, where the switch is behind the menu. */
export function CurrentModeBadge() {
  const mode = useMode();
  return hasModes(usePathname()) && <ModeBadge mode={mode} />;
}
