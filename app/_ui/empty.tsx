import type { ReactNode } from "react";
import { classes } from "./classes.ts";

type Empty = { heading: string; action?: ReactNode; className?: string; children: ReactNode };

/** Shown in place of an empty list: why it is empty, and one thing to do about it. */
export function Empty({ heading, action, className, children }: Empty) {
  return (
    <div
      className={classes(
        "grid justify-items-center gap-3 rounded-l border border-dashed border-rim px-4 py-12 text-center",
        className,
      )}
    >
      <p className="text-balance">
        <b>{heading}</b>
      </p>
      <div className="text-balance text-soft [&_p]:text-balance">{children}</div>
      {action}
    </div>
  );
}
