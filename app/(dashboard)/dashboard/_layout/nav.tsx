"use client";

import { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import { ModeBadge } from "#app/_ui/badge.tsx";
import { Segments } from "#app/_ui/segments.tsx";
import { ModeLink } from "./mode-link.tsx";
import { hasModes, isOpen, MODE_PAGES, type NavPage, OTHER_PAGES } from "./pages.ts";
import { SideLink } from "./side-link.tsx";
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
      <SideLink as={ModeLink} href={page.href} icon={page.icon} data-key={page.key} isCurrent={isOpen(page, path)}>
        {page.name}
        {(alarms[page.href] ?? 0) > 0 && (
          <span className="ms-auto min-w-5 rounded-full bg-bad-wash px-1.5 text-center text-meta font-semibold text-bad tabular-nums">
            {alarms[page.href]}
            <span className="sr-only"> to look at</span>
          </span>
        )}
        <Pending />
      </SideLink>
    </li>
  );
  return (
    <nav className="grid gap-4" aria-label="Dashboard">
      <div className="grid gap-1.5 *:min-w-0">
        {hasModes(path) ? (
          <Segments
            label="Live or test"
            links={[
              { name: "Live", href: live, isChosen: mode === "live" },
              { name: "Test", href: `${switchable}?mode=test`, isChosen: mode === "test", isTest: true },
            ]}
            className="*:min-h-control *:rounded-m *:px-2 lg:*:min-h-[calc(var(--spacing-control)-0.25rem)]"
          />
        ) : (
          // As high as the switch, so that no link moves.
          <p className="grid min-h-[calc(var(--spacing-control)+6px)] items-center px-2 text-meta text-soft lg:min-h-[calc(var(--spacing-control)+2px)]">
            Same in live and test
          </p>
        )}
        <ul className="grid gap-0.5">{MODE_PAGES.map(link)}</ul>
      </div>
      <ul className="grid gap-0.5">{OTHER_PAGES.map(link)}</ul>
    </nav>
  );
}

/** Shows a dot beside the link of a page that is still loading, once that takes long enough to be noticed. */
function Pending() {
  const { pending } = useLinkStatus();
  return (
    <span role="status" className={pending ? "ms-auto" : undefined}>
      {pending && (
        <span className="block size-2 rounded-full bg-accent transition-opacity delay-150 duration-[1ms] starting:opacity-0">
          <span className="sr-only">is loading</span>
        </span>
      )}
    </span>
  );
}

/** Shows the mode of a page that has one, in the bar of a narrow window, where the switch is behind the menu. */
export function CurrentModeBadge() {
  const mode = useMode();
  return hasModes(usePathname()) && <ModeBadge mode={mode} />;
}
