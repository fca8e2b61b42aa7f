import { type ReactNode, Suspense, ViewTransition } from "react";
import { Icon } from "#app/_ui/icon.tsx";
import type { CurrentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import type { Theme } from "#app/(dashboard)/_lib/theme.ts";
import { EarlyKeys } from "./early-keys.tsx";
import { ModeLink } from "./mode-link.tsx";
import { CurrentModeBadge, Nav } from "./nav.tsx";
import { OrganizationMenu } from "./organization-menu.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { UserMenu } from "./user-menu.tsx";

type Props = {
  currentMembership: CurrentMembership;
  theme: Theme;
  isDemo: boolean;
  /** Says how many things need somebody, by the address of their page. */
  alarms?: Record<string, number> | undefined;
  children: ReactNode;
};

/** Draws the navigation around every page. In a narrow window it is a popover, which needs no script either. */
export function DashboardLayout({
  currentMembership: { user, organization, organizations },
  theme,
  isDemo,
  alarms,
  children,
}: Props) {
  return (
    <>
      <EarlyKeys />
      <a className="skip" href="#content">
        Skip to the content
      </a>
      {isDemo && (
        <section aria-label="Demo" className="demo">
          <p>Demo: the eID is made up, and anybody passes.</p>
        </section>
      )}
      <div className="app">
        <header className="bar">
          <button className="btn quiet icon" type="button" popoverTarget="side" aria-label="Menu">
            <Icon name="menu" />
          </button>
          <b>{organization.name}</b>
          <span className="push">
            <CurrentModeBadge />
          </span>
          <ModeLink className="btn quiet icon" href="/dashboard/search" aria-label="Search" data-command-menu>
            <Icon name="search" />
          </ModeLink>
        </header>
        <aside className="side" id="side" popover="auto" aria-label="Navigation">
          <OrganizationMenu organization={organization} organizations={organizations} />
          <ModeLink className="btn find" href="/dashboard/search" data-command-menu>
            <Icon name="search" />
            Search
            <kbd className="push">Ctrl K</kbd>
          </ModeLink>
          <Nav alarms={alarms} />
          <div className="foot">
            <a href="/docs">
              <Icon name="book" />
              Docs
            </a>
            <UserMenu user={user} organization={organization} theme={theme} />
          </div>
        </aside>
        {/* The key resets every form when the member switches to another organization. */}
        <main key={organization.id} id="content" data-organization={organization.id}>
          <ViewTransition default="none" update={{ page: "sheet", default: "none" }}>
            <div className="sheet">{children}</div>
          </ViewTransition>
        </main>
      </div>
      <Suspense>
        <Shortcuts />
      </Suspense>
    </>
  );
}
