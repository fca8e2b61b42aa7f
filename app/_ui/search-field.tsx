import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

/** Takes what somebody looks for. */
export function SearchField({ className, ...rest }: ComponentProps<"input"> & { "aria-label": string }) {
  return (
    <div className={classes("relative", className)}>
      <Icon name="search" className="absolute inset-y-0 start-2.5 my-auto text-soft" />
      <input
        className="min-h-8 w-full rounded-full border border-edge bg-raised py-1 ps-8 pe-3 text-ellipsis placeholder:text-soft placeholder:opacity-100 focus-visible:rounded-full max-sm:text-[1rem] pointer-coarse:min-h-control"
        autoComplete="off"
        spellCheck={false}
        {...rest}
      />
    </div>
  );
}
