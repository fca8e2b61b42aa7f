import Link from "next/link";
import type { ReactNode } from "react";

type Header = { heading: ReactNode; parent?: { href: string; name: string }; action?: ReactNode; children?: ReactNode };

/** The title of a page, what can be done with the whole of it, and the page above it. */
export function PageHeader({ heading, parent, action, children }: Header) {
  return (
    <>
      <div className="head">
        {parent && (
          <Link className="crumb" href={parent.href} prefetch={false}>
            {parent.name}
          </Link>
        )}
        <h1>{heading}</h1>
        {action && <div className="tools">{action}</div>}
      </div>
      {children && <div className="soft lead">{children}</div>}
    </>
  );
}
