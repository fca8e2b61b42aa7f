import Link from "next/link";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** Names the part of the documentation about each page of the dashboard. A test follows these links. */
export const CHAPTER_OF = {
  welcome: "/docs/quick-start",
  overview: "/docs/dashboard#overview",
  connect: "/docs/dashboard#connect",
  keys: "/docs/dashboard#keys",
  domains: "/docs/dashboard#domains",
  doctor: "/docs/dashboard#gate-test",
  checks: "/docs/dashboard#checks",
  refused: "/docs/dashboard#refused-calls",
  billing: "/docs/dashboard#billing",
  team: "/docs/dashboard#team",
  audit: "/docs/dashboard#audit-log",
  settings: "/docs/dashboard#settings",
} as const;

type Header = {
  heading: ReactNode;
  parent?: { href: string; name: string };
  action?: ReactNode;
  help?: keyof typeof CHAPTER_OF;
  children?: ReactNode;
};

/** Shows the title of a page, what can be done with the whole of it, and the page above it. `help`: the part of the documentation about it. */
export function PageHeader({ heading, parent, action, help, children }: Header) {
  return (
    <>
      <div className="head">
        {parent && (
          <Link className="crumb" href={parent.href} prefetch={false}>
            {parent.name}
          </Link>
        )}
        <div className="named">
          <h1>{heading}</h1>
          {help && <HelpLink of={help} />}
        </div>
        {action && <div className="tools">{action}</div>}
      </div>
      {children && <div className="soft lead">{children}</div>}
    </>
  );
}

/** Leads to the part of the documentation about a page. */
export function HelpLink({ of }: { of: keyof typeof CHAPTER_OF }) {
  return (
    <a className="help" href={CHAPTER_OF[of]}>
      <Icon name="book" />
      Docs<span className="sr"> for this page</span>
    </a>
  );
}
