import { LogOut } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "#app/_ui/button.tsx";
import { AgewayMark } from "#app/_ui/centered-layout.tsx";
import { cn } from "#app/_ui/cn.ts";
import { Options, SelectField } from "#app/_ui/select-field.tsx";
import { chooseFrom } from "#app/(dashboard)/_lib/choose-organization.ts";
import type { CurrentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { MobileMenu } from "./mobile-menu.tsx";
import { Nav } from "./nav.tsx";
import { OrganizationMenu } from "./organization-menu.tsx";

/**
 * The header, the navigation and the menus around every page of the dashboard. Without script the menu of a narrow window cannot
 * open, so `noscript` puts its contents on the page.
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
        className="sr-only focus:not-sr-only focus:absolute focus:left-2 focus:top-2 focus:z-50 focus:rounded-lg focus:bg-card focus:p-3"
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
          <MobileMenu>
            <OrganizationMenu current={organization} organizations={organizations} />
            <Nav />
            <UserMenu email={user.email} />
          </MobileMenu>
        </header>
        <noscript className="lg:hidden">
          <div className="grid gap-4 border-b border-line px-4 py-2 lg:hidden">
            <OrganizationForm currentMembership={currentMembership} id="phone-organization" />
            <Nav />
            <UserMenu email={user.email} />
          </div>
        </noscript>
        {/* Under the bar of the demo there is less room, and all of the sidebar must be in sight. */}
        <aside
          className={cn(
            "sticky top-0 hidden flex-col gap-6 self-start overflow-y-auto py-6 lg:flex",
            isDemo ? "h-[calc(100dvh-2.5rem)]" : "h-dvh",
          )}
        >
          <p className="flex items-center gap-2 px-2 font-semibold">
            <AgewayMark /> Ageway
          </p>
          <OrganizationMenu current={organization} organizations={organizations} />
          <noscript>
            <OrganizationForm currentMembership={currentMembership} id="sidebar-organization" />
          </noscript>
          <Nav />
          <div className="mt-auto">
            <UserMenu email={user.email} />
          </div>
        </aside>
        {/* The key resets every form when the member switches to another organization. */}
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

/** The menu of organizations without script: a select and a button. */
function OrganizationForm({
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
      <Button size="sm">Show this one</Button>
    </form>
  );
}

function UserMenu({ email }: { email: string }) {
  return (
    <div className="grid gap-1 border-t border-line pt-4">
      <Link href="/account" className="truncate rounded-lg px-3 py-2 text-soft hover:bg-wash hover:text-ink">
        <span className="sr-only">Your sign-ins: </span>
        {email}
      </Link>
      <form method="post" action="/sign-out">
        <button
          type="submit"
          className="flex min-h-11 w-full items-center gap-3 rounded-lg px-3 font-medium text-soft hover:bg-wash hover:text-ink lg:min-h-10"
        >
          <LogOut aria-hidden="true" className="size-5" /> Sign out
        </button>
      </form>
    </div>
  );
}
