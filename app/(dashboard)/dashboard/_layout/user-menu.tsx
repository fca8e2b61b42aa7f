import { chooseTheme } from "#app/(dashboard)/_lib/choose.ts";
import type { CurrentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { initialsOf } from "#app/(dashboard)/_lib/initials.ts";
import { THEMES, type Theme } from "#app/(dashboard)/_lib/theme.ts";
import { ModeLink } from "./mode-link.tsx";

type Props = Pick<CurrentMembership, "user" | "organization"> & { theme: Theme };

/** Shows who is signed in, and as what: sessions, colours, shortcuts, sign out. */
export function UserMenu({ user, organization, theme }: Props) {
  return (
    <>
      <button className="who" type="button" popoverTarget="user">
        <span className="avatar" aria-hidden="true">
          {initialsOf(user.email)}
        </span>
        <span className="two-lines">
          <span className="cut">{user.email}</span>
          <span className="meta">{organization.role.charAt(0).toUpperCase() + organization.role.slice(1)}</span>
        </span>
      </button>
      <div className="pop list over" id="user" popover="auto">
        <form action={chooseTheme}>
          {/* biome-ignore lint/a11y/useSemanticElements: each is a button that sends the form */}
          <div className="seg" role="group" aria-label="Colours">
            {THEMES.map(({ value, name }) => (
              <button
                key={value}
                type="submit"
                name="theme"
                value={value}
                aria-current={value === theme ? "true" : undefined}
              >
                {name}
              </button>
            ))}
          </div>
        </form>
        <ModeLink href="/dashboard/account">Your sessions</ModeLink>
        <ModeLink href="/dashboard/search#shortcuts" data-key="?">
          Shortcuts <kbd>?</kbd>
        </ModeLink>
        <form method="post" action="/sign-out">
          <button type="submit">Sign out</button>
        </form>
      </div>
    </>
  );
}
