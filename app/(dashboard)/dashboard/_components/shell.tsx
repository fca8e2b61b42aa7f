import type { ReactNode } from "react";
import { Button } from "#app/_ui/button.tsx";
import { AgewayMark } from "#app/_ui/centered-layout.tsx";
import { SelectField } from "#app/_ui/field.tsx";
import { Options } from "#app/_ui/options.tsx";
import { chooseFrom } from "#app/(dashboard)/_lib/choose-organization.ts";
import type { CurrentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { MenuSheet } from "./menu-sheet.tsx";
import { Nav } from "./nav.tsx";
import { OrganizationMenu } from "./organization-menu.tsx";
import { UserMenu } from "./user-menu.tsx";

/**
 * What stands around every page of the dashboard: where one is, for whom, and the way to everything else. Without script the
 * menu of a phone does not open, so its contents stand on the page.
 */
export function Shell({
  currentMembership,
  isDemo,
  children,
}: {
  currentMembership: CurrentMembership;
  isDemo: boolean;
  children: ReactNode;
}) {
  const { organization, organizations, user } = currentMembership;
  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:left-2 focus:top-2 focus:z-50 focus:rounded-lg focus:bg-sheet focus:p-3"
      >
        Skip to the content
      </a>
      {isDemo && (
        <section aria-label="Demo" className="bg-note px-4 py-2 text-center text-note-ink">
          <p>Demo: the eID is played by this machine, and anybody passes.</p>
        </section>
      )}
      <div className="mx-auto max-w-7xl lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-8 lg:px-6">
        <header className="sticky top-0 z-10 flex items-center justify-between gap-2 border-b border-line bg-ground px-4 py-2 lg:static lg:hidden">
          <p className="flex min-w-0 items-center gap-2 font-semibold">
            <AgewayMark /> <span className="truncate">{organization.name}</span>
          </p>
          <MenuSheet>
            <OrganizationMenu current={organization} organizations={organizations} />
            <Nav />
            <UserMenu email={user.email} />
          </MenuSheet>
        </header>
        <noscript>
          <div className="grid gap-4 border-b border-line px-4 py-2 lg:hidden">
            <Organizations currentMembership={currentMembership} id="phone-organization" />
            <Nav />
            <UserMenu email={user.email} />
          </div>
        </noscript>
        <aside className="sticky top-0 hidden max-h-dvh flex-col gap-6 self-start overflow-y-auto py-6 lg:flex lg:min-h-dvh">
          <p className="flex items-center gap-2 px-2 font-semibold">
            <AgewayMark /> Ageway
          </p>
          <OrganizationMenu current={organization} organizations={organizations} />
          <noscript>
            <Organizations currentMembership={currentMembership} id="desk-organization" />
          </noscript>
          <Nav />
          <div className="mt-auto">
            <UserMenu email={user.email} />
          </div>
        </aside>
        {/* Whatever is typed for one organization is not sent for another. */}
        <main
          key={organization.id}
          id="content"
          className="grid grid-cols-1 content-start gap-6 px-4 py-6 lg:px-0 lg:py-8"
        >
          {children}
        </main>
      </div>
    </>
  );
}

/** The menu of organizations where nothing opens: a list and a button. */
function Organizations({
  currentMembership: { organization, organizations },
  id,
}: {
  currentMembership: CurrentMembership;
  id: string;
}) {
  if (organizations.length < 2) return null;
  return (
    <form action={chooseFrom} className="grid gap-2">
      <SelectField id={id} name="organization" label="Organization" defaultValue={organization.id}>
        <Options choices={organizations.map((one) => [one.id, one.name] as const)} />
      </SelectField>
      <Button size="small">Show this one</Button>
    </form>
  );
}
