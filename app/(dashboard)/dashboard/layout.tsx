import { type ReactNode, Suspense, ViewTransition } from "react";
import { classes } from "#app/_ui/classes.ts";
import { listDomains } from "#lib/domains/domain.ts";
import { EXAMPLE_ID } from "#lib/organizations/example.rules.ts";
import { config } from "#lib/runtime/config.ts";
import { currentMembership } from "../_lib/current-membership.ts";
import { loadOrFail } from "../_lib/load-or-fail.ts";
import { EarlyKeys } from "./_layout/early-keys.tsx";
import { PageLinks } from "./_layout/page-links.tsx";
import { PhoneBar } from "./_layout/phone-bar.tsx";
import { Shortcuts } from "./_layout/shortcuts.tsx";
import { Side } from "./_layout/side.tsx";

/** Draws the navigation around every page. */
export default async function Layout({ children }: { children: ReactNode }) {
  const membership = await currentMembership();
  const { user, organization } = membership;
  const domains = await loadOrFail("domains", () => listDomains(user, organization.id));
  const lost = domains?.ok ? domains.rows.filter(({ missingSince }) => missingSince !== null).length : 0;
  const isExample = organization.id === EXAMPLE_ID;
  const isMarked = isExample || config().isDemo;
  return (
    <>
      <EarlyKeys />
      <a className="absolute start-4 -top-16 z-9 rounded-m bg-raised px-4 py-2 focus:top-4" href="#content">
        Skip to the content
      </a>
      {isMarked && (
        <section aria-label="Demo" className="bg-test-wash px-4 py-1 text-center text-test">
          <p className="max-w-none">
            {isExample
              ? "Example data: this shop, its team and its checks are made up."
              : "Demo: the eID is simulated, so anyone can pass."}
          </p>
        </section>
      )}
      {/* What sticks to the top, or is as high as the window, begins below the line of the demo. */}
      <div
        className={classes(
          "group/app grid grid-cols-1 lg:grid-cols-[var(--spacing-side)_minmax(0,1fr)]",
          isMarked && "[--demo:1.75rem]",
        )}
      >
        <PhoneBar name={organization.name} />
        <Side membership={membership} alarms={{ "/dashboard/domains": lost }} />
        {/*
         * The key resets every form when the member switches to another organization. In the second column also while the
         * side floats above, because a phone with its menu open was turned.
         */}
        <main
          key={organization.id}
          id="content"
          data-organization={organization.id}
          className="lg:col-start-2 lg:p-2 lg:ps-0"
        >
          <Sheet>{children}</Sheet>
        </main>
      </div>
      <Suspense>
        <Shortcuts />
        <PageLinks />
      </Suspense>
    </>
  );
}

/** Holds the page. What lays it out asks for the width of the sheet. The edge of the test mode is on the sheet, too. */
function Sheet({ children }: { children: ReactNode }) {
  return (
    <ViewTransition default="none" update={{ page: "sheet", default: "none" }}>
      <div className="@container/sheet min-h-[calc(100dvh-3.25rem)] bg-sheet px-4 pt-4 pb-12 *:mx-auto *:max-w-[70rem] group-has-[[data-mode=test][aria-current]]/app:border-t-3 group-has-[[data-mode=test][aria-current]]/app:border-t-test-edge motion-safe:[view-transition-name:sheet] lg:min-h-[calc(100dvh-1rem-var(--demo,0rem))] lg:rounded-l lg:border lg:border-line lg:px-8 lg:pt-5">
        {children}
      </div>
    </ViewTransition>
  );
}
