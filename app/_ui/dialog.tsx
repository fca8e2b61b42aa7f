import type { ComponentProps } from "react";
import { classes } from "./classes.ts";

/** Lies over the page, which waits for it. */
export function Dialog({ className, ...rest }: ComponentProps<"dialog">) {
  return (
    <dialog
      className={classes(
        "rounded-l bg-raised text-start text-ink shadow-3 backdrop:bg-[#0008] open:animate-come weak:m-auto",
        className,
      )}
      {...rest}
    />
  );
}
