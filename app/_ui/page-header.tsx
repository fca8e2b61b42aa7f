import Link from "next/link";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

type Header = {
  heading: ReactNode;
  parent?: { href: string; name: string };
  action?: ReactNode;
  help?: string;
  children?: ReactNode;
};

/** The title of a page, what can be done with the whole of it, the page above it, and `help`: what the documentation says of it. */
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
          {help && <HelpLink href={help} />}
        </div>
        {action && <div className="tools">{action}</div>}
      </div>
      {children && <div className="soft lead">{children}</div>}
    </>
  );
}

/** To the chapter of the documentation about a page. */
export function HelpLink({ href }: { href: string }) {
  return (
    <a className="help" href={href}>
      <Icon name="book" />
      Docs<span className="sr"> for this page</span>
    </a>
  );
}
