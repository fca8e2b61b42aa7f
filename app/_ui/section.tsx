import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";

type Section = ComponentProps<"section"> & { heading?: ReactNode; lead?: ReactNode; action?: ReactNode };

/** Shows a part of a page. Space and its heading part it from the others; nothing is drawn around it. */
export function Section({ heading, lead, action, className, children, ...rest }: Section) {
  return (
    <section className={classes("@container/section pt-8 [[data-lead]+&]:pt-4", className)} {...rest}>
      {heading && (
        <div className="mb-3 flex flex-wrap items-center gap-2">
          {/* It takes the rest of the line, so that the action stands at its end, or below it at the start. */}
          <div className={action ? "flex-auto" : undefined}>
            <h2>{heading}</h2>
            {lead && <p className="text-soft">{lead}</p>}
          </div>
          {action && <div>{action}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

type Settings = {
  heading: ReactNode;
  lead?: ReactNode;
  id?: string;
  /** Has the controls below what it is, in the whole width. */
  wide?: boolean;
  children: ReactNode;
};

/** Shows a row of a page of settings: what it is on the left, the controls on the right. */
export function SettingsSection({ heading, lead, id, wide, children }: Settings) {
  return (
    <section
      id={id}
      data-settings=""
      className={classes(
        "grid scroll-mt-4 gap-x-10 gap-y-4 border-t border-line py-8 first-of-type:border-t-0 first-of-type:pt-2",
        !wide && "@min-[52rem]/sheet:grid-cols-[17rem_minmax(0,1fr)]",
      )}
    >
      <header className="grid content-start gap-1">
        <h2>{heading}</h2>
        {lead && <p className="text-soft">{lead}</p>}
      </header>
      <div className="grid min-w-0 content-start gap-5">{children}</div>
    </section>
  );
}
