import { buttonClass } from "#app/_ui/button-class.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { Kbd } from "#app/_ui/kbd.tsx";
import type { CurrentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { currentTheme } from "#app/(dashboard)/_lib/theme.ts";
import { ModeLink } from "./mode-link.tsx";
import { Nav } from "./nav.tsx";
import { OrganizationMenu } from "./organization-menu.tsx";
import { SideLink } from "./side-link.tsx";
import { UserMenu } from "./user-menu.tsx";

type Side = { membership: CurrentMembership; alarms: Record<string, number> };

/** Shows the organization, the pages and the person. In a narrow window it is a popover, which needs no script either. */
export async function Side({ membership: { user, organization, organizations }, alarms }: Side) {
  return (
    <aside
      className="fixed inset-y-0 start-0 end-auto h-dvh max-h-none w-[min(18rem,86vw)] flex-col gap-3 overflow-y-auto bg-ground p-3 text-inherit backdrop:bg-[#0007] open:flex open:shadow-3 motion-safe:[view-transition-name:side] lg:sticky lg:bottom-auto lg:flex lg:h-[calc(100dvh-var(--demo,0rem))] lg:w-auto"
      id="side"
      popover="auto"
      aria-label="Navigation"
    >
      <OrganizationMenu organization={organization} organizations={organizations} />
      <ModeLink className={buttonClass({})} href="/dashboard/search" data-command-menu>
        <span className="flex flex-1 items-center gap-2 font-normal text-soft">
          <Icon name="search" />
          Search
          <Kbd className="ms-auto pointer-coarse:hidden">Ctrl K</Kbd>
        </span>
      </ModeLink>
      <Nav alarms={alarms} />
      <div className="mt-auto grid gap-0.5 pt-3">
        <SideLink as="a" href="/docs" icon="book">
          Docs
        </SideLink>
        <UserMenu user={user} organization={organization} theme={await currentTheme()} />
      </div>
    </aside>
  );
}
