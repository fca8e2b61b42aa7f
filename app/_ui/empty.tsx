import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon, type IconName } from "./icon.tsx";

type Empty = {
  heading: string;
  /** Takes the place of a page, not of a list: this is above a heading of the page. */
  icon?: IconName;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** Shown in place of an empty list: why it is empty, and one thing to do about it. */
export function Empty({ heading, icon, action, className, children }: Empty) {
  return (
    <div
      className={classes(
        "grid justify-items-center gap-3 rounded-l border border-dashed border-rim px-4 py-12 text-center",
        className,
      )}
    >
      {icon ? (
        <>
          <Icon name={icon} />
          <h2>{heading}</h2>
        </>
      ) : (
        <p className="text-balance">
          <b>{heading}</b>
        </p>
      )}
      <div className="text-balance text-soft [&_p]:text-balance">{children}</div>
      {action}
    </div>
  );
}
