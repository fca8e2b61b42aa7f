import { type ReactNode, Suspense, ViewTransition } from "react";
import { Icon } from "#app/_ui/icon.tsx";
import { listDomains } from "#lib/domains/domain.ts";
import { EXAMPLE_ID } from "#lib/organizations/example.rules.ts";
import { config } from "#lib/runtime/config.ts";
import { currentMembership } from "../_lib/current-membership.ts";
import { loadOrFail } from "../_lib/load-or-fail.ts";
import { currentTheme } from "../_lib/theme.ts";
import { EarlyKeys } from "./_layout/early-keys.tsx";
import { ModeLink } from "./_layout/mode-link.tsx";
import { CurrentModeBadge, Nav } from "./_layout/nav.tsx";
import { OrganizationMenu } from "./_layout/organization-menu.tsx";
import { Shortcuts } from "./_layout/shortcuts.tsx";
import { UserMenu } from "./_layout/user-menu.tsx";

/** Draws the navigation around every page. In a narrow window it is a popover, which needs no script either. */
export default async function Layout({ children }: { children: ReactNode }) {
  const { user, organization, organizations } = await currentMembership();
  const domains = await loadOrFail("domains", () => listDomains(user, organization.id));
  const lost = domains?.ok ? domains.rows.filter(({ missingSince }) => missingSince !== null).length : 0;
  const isExample = organization.id === EXAMPLE_ID;
  return (
    <>
      <EarlyKeys />
      <a className="skip" href="#content">
        Skip to the content
      </a>
      {(isExample || config().isDemo) && (
        <section aria-label="Demo" className="demo">
          <p>
            {isExample
              ? "Example data: this shop, its team and its checks are made up."
              : "Demo: the eID is simulated, so anyone can pass."}
          </p>
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
          <Nav alarms={{ "/dashboard/domains": lost }} />
          <div className="foot">
            <a href="/docs">
              <Icon name="book" />
              Docs
            </a>
            <UserMenu user={user} organization={organization} theme={await currentTheme()} />
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
