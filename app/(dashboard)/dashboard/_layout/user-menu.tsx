import { Avatar } from "#app/_ui/avatar.tsx";
import { Kbd } from "#app/_ui/kbd.tsx";
import { MenuItem, MenuList } from "#app/_ui/menu.tsx";
import { SegmentFrame, segmentClass } from "#app/_ui/segments.tsx";
import { chooseTheme } from "#app/(dashboard)/_lib/choose.ts";
import type { CurrentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { initialsOf } from "#app/(dashboard)/_lib/initials.ts";
import { THEMES, type Theme } from "#app/(dashboard)/_lib/theme.ts";
import { ModeLink } from "./mode-link.tsx";
import { SideButton } from "./side-button.tsx";

type Props = Pick<CurrentMembership, "user" | "organization"> & { theme: Theme };

/** Shows who is signed in, and as what: sessions, colours, shortcuts, sign out. */
export function UserMenu({ user, organization, theme }: Props) {
  return (
    <>
      <SideButton menu="user" className="min-h-12">
        <Avatar>{initialsOf(user.email)}</Avatar>
        <span className="grid min-w-0">
          <span className="min-w-0 truncate">{user.email}</span>
          <span className="text-meta text-soft">
            {organization.role.charAt(0).toUpperCase() + organization.role.slice(1)}
          </span>
        </span>
      </SideButton>
      <MenuList above id="user" popover="auto">
        <form action={chooseTheme}>
          <SegmentFrame role="group" aria-label="Colours" className="mb-1 flex">
            {THEMES.map(({ value, name }) => (
              <button
                key={value}
                type="submit"
                name="theme"
                value={value}
                aria-current={value === theme ? "true" : undefined}
                className={segmentClass({ isChosen: value === theme })}
              >
                {name}
              </button>
            ))}
          </SegmentFrame>
        </form>
        <MenuItem as={ModeLink} href="/dashboard/account">
          Your sessions
        </MenuItem>
        <MenuItem as={ModeLink} href="/dashboard/search#shortcuts" data-key="?">
          Shortcuts <Kbd>?</Kbd>
        </MenuItem>
        <form method="post" action="/sign-out">
          <MenuItem type="submit">Sign out</MenuItem>
        </form>
      </MenuList>
    </>
  );
}
