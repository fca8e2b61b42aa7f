import { SegmentFrame, segmentClass } from "#app/_ui/segments.tsx";
import type { Mode } from "#lib/core/provider.rules.ts";
import { ModeSwitchLink, WhereModes } from "./mode-switch.tsx";
import { NavLink } from "./nav-link.tsx";
import { MODE_PAGES, type NavPage, OTHER_PAGES } from "./pages.ts";
import { SideLink } from "./side-link.tsx";

/** Shows the switch of live and test above the pages that it changes, and the others. `alarms`: how much of a page needs somebody. */
export function Nav({ alarms }: { alarms: Record<string, number> }) {
  const link = ({ href, icon, key, name }: NavPage) => (
    <li key={href}>
      <SideLink as={NavLink} href={href} icon={icon} data-key={key}>
        {name}
        {(alarms[href] ?? 0) > 0 && (
          <span className="ms-auto min-w-5 rounded-full bg-bad-wash px-1.5 text-center text-meta font-semibold text-bad tabular-nums">
            {alarms[href]}
            <span className="sr-only"> to look at</span>
          </span>
        )}
        {/* Once the page takes long enough to be noticed */}
        <i className="ms-auto hidden size-2 rounded-full bg-accent transition-opacity delay-150 duration-[1ms] in-aria-busy:block starting:opacity-0" />
      </SideLink>
    </li>
  );
  return (
    <nav className="grid gap-4" aria-label="Dashboard">
      <div className="grid gap-1.5 *:min-w-0">
        <WhereModes otherwise={<NoModes />}>
          <SegmentFrame
            role="group"
            aria-label="Live or test"
            className="*:min-h-control *:rounded-m *:px-2 lg:*:min-h-[calc(var(--spacing-control)-0.25rem)]"
          >
            <ModeSwitchLink mode="live" {...looksOf("live")} />
            <ModeSwitchLink mode="test" {...looksOf("test")} />
          </SegmentFrame>
        </WhereModes>
        <ul className="grid gap-0.5">{MODE_PAGES.map(link)}</ul>
      </div>
      <ul className="grid gap-0.5">{OTHER_PAGES.map(link)}</ul>
    </nav>
  );
}

function looksOf(mode: Mode) {
  const isTest = mode === "test";
  return { chosen: segmentClass({ isChosen: true, isTest }), other: segmentClass({ isChosen: false, isTest }) };
}

/** Is as high as the switch, so that no link moves. */
function NoModes() {
  return (
    <p className="grid min-h-[calc(var(--spacing-control)+6px)] items-center px-2 text-meta text-soft lg:min-h-[calc(var(--spacing-control)+2px)]">
      Same in live and test
    </p>
  );
}
