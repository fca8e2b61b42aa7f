import type { ReactNode } from "react";
import { classes } from "./classes.ts";

/** Shows initials, or a mark, in a circle beside the name that they stand for. Screen readers skip it. */
export function Avatar({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={classes(
        "grid size-7 flex-none place-items-center rounded-full bg-wash text-meta font-semibold text-accent",
        className,
      )}
      aria-hidden="true"
    >
      {children}
    </span>
  );
}
