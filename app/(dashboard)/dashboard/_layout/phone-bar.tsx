import { ModeBadge } from "#app/_ui/badge.tsx";
import { Button } from "#app/_ui/button.tsx";
import { buttonClass } from "#app/_ui/button-class.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { ModeLink } from "./mode-link.tsx";
import { ByMode, WhereModes } from "./mode-switch.tsx";

/** Opens the side in a narrow window, and says what the side would: the organization and the mode. */
export function PhoneBar({ name }: { name: string }) {
  return (
    <header className="sticky top-0 z-4 flex min-h-13 items-center gap-2 border-b border-line bg-ground px-3 py-1 lg:hidden">
      <Button variant="ghost" icon type="button" popoverTarget="side" aria-label="Menu">
        <Icon name="menu" />
      </Button>
      <b className="min-w-0 truncate">{name}</b>
      <span className="ms-auto">
        <WhereModes>
          <ByMode live={<ModeBadge mode="live" />} test={<ModeBadge mode="test" />} />
        </WhereModes>
      </span>
      <ModeLink
        className={buttonClass({ variant: "ghost", icon: true })}
        href="/dashboard/search"
        aria-label="Search"
        data-command-menu
      >
        <Icon name="search" />
      </ModeLink>
    </header>
  );
}
