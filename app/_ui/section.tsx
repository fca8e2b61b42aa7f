import type { ReactNode } from "react";
import { classes } from "./classes.ts";

type Section = { heading?: ReactNode; lead?: ReactNode; action?: ReactNode; className?: string; children: ReactNode };

/** Shows a part of a page. Space and its heading part it from the others; nothing is drawn around it. */
export function Section({ heading, lead, action, className, children }: Section) {
  return (
    <section className={classes("section", className)}>
      {heading && (
        <div className="row">
          <div>
            <h2>{heading}</h2>
            {lead && <p className="soft">{lead}</p>}
          </div>
          {action && <div className="push">{action}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

/** Shows a row of a page of settings: what it is on the left, the controls on the right. */
export function SettingsSection({
  heading,
  lead,
  id,
  children,
}: {
  heading: ReactNode;
  lead?: ReactNode;
  id?: string;
  children: ReactNode;
}) {
  return (
    <section className="set" id={id}>
      <header>
        <h2>{heading}</h2>
        {lead && <p>{lead}</p>}
      </header>
      <div>{children}</div>
    </section>
  );
}
