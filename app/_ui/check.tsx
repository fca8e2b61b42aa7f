import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";

/** Shows a box to tick, or one radio of several, with its words beside it. */
export function Check({ className, children, ...rest }: ComponentProps<"input"> & { children: ReactNode }) {
  return (
    <label className={classes("flex min-h-6 items-start gap-2 pointer-coarse:py-3", className)}>
      <input type="checkbox" className="mt-0.5 size-4 flex-none accent-accent" {...rest} />
      <span>{children}</span>
    </label>
  );
}
