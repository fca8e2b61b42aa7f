import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Crumb } from "./crumb.tsx";
import { Icon } from "./icon.tsx";

/** Names the part of the documentation about each page of the dashboard. A test follows these links. */
export const CHAPTER_OF = {
  welcome: "/docs/quick-start",
  overview: "/docs/dashboard#overview",
  connect: "/docs/dashboard#connect",
  keys: "/docs/dashboard#keys",
  domains: "/docs/dashboard#domains",
  "gate-test": "/docs/dashboard#gate-test",
  checks: "/docs/dashboard#checks",
  refused: "/docs/dashboard#refused-calls",
  billing: "/docs/dashboard#billing",
  team: "/docs/dashboard#team",
  audit: "/docs/dashboard#audit-log",
  settings: "/docs/dashboard#settings",
  sessions: "/docs/dashboard#your-sessions",
} as const;

type Header = {
  heading: ReactNode;
  parent?: { href: string; name: string };
  action?: ReactNode;
  /** Keeps a title on one line that may be as long as an address. */
  cut?: boolean;
  help?: keyof typeof CHAPTER_OF;
  children?: ReactNode;
};

/** Shows the title of a page, the page above it, what can be done with the whole, and `help`: where it is documented. */
export function PageHeader({ heading, parent, action, cut, help, children }: Header) {
  return (
    <>
      <div className="mb-4 flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2 lg:mb-5">
        {parent && <Crumb {...parent} />}
        {/* It takes the rest of the line, so that the tools stand at its end, or below it at the start. */}
        <div
          className={classes(
            "flex min-w-0 items-baseline gap-3 @max-phone/sheet:flex-wrap @max-phone/sheet:gap-y-0",
            cut ? "flex-[1_1_100%] @phone/sheet:basis-64" : "flex-auto",
          )}
        >
          <h1 className={classes("min-w-0", cut && "truncate")}>{heading}</h1>
          {help && <HelpLink of={help} className="@max-phone/sheet:-ms-1" />}
        </div>
        {action && <div className="flex flex-wrap items-center gap-2">{action}</div>}
      </div>
      {children && (
        <div data-lead="" className="mb-5 text-soft">
          {children}
        </div>
      )}
    </>
  );
}

/** Leads to the part of the documentation about a page. */
export function HelpLink({ of, className }: { of: keyof typeof CHAPTER_OF; className?: string }) {
  return (
    <a
      className={classes(
        "relative inline-flex min-h-6 flex-none items-center gap-1 px-1 text-meta text-soft no-underline",
        "hover:text-ink hover:underline",
        "pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-2.5",
        className,
      )}
      href={CHAPTER_OF[of]}
    >
      <Icon name="book" />
      Docs<span className="sr-only"> for this page</span>
    </a>
  );
}
