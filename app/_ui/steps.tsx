import type { ComponentProps } from "react";
import { classes } from "./classes.ts";

/** `wait`: what comes next. `plain`: it has ended, and nobody must act. */
export type StepState = "yes" | "bad" | "wait" | "plain";

const MARKS = {
  yes: "before:rounded-full before:bg-current before:text-chart-yes",
  bad: "before:rounded-[2px] before:bg-current before:text-bad",
  wait: "before:rounded-full before:bg-sheet before:text-busy before:shadow-[inset_0_0_0_2px]",
  plain: "before:rounded-full before:bg-current before:text-chart-no forced-colors:before:text-[GrayText]",
} as const satisfies Record<StepState, string>;

/** Shows what happened, one thing after the other, along a line. */
export function Steps({ className, ...rest }: ComponentProps<"ol">) {
  return <ol className={classes("grid", className)} {...rest} />;
}

/** Shows one of the steps: its name, its time at the end of the line, and paragraphs below. */
export function Step({ state, className, ...rest }: ComponentProps<"li"> & { state: StepState }) {
  return (
    <li
      className={classes(
        "relative grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-3 pb-4 [&>p]:col-[2/-1] [&>p]:text-soft",
        "before:z-1 before:mx-[0.1875rem] before:my-[0.3125rem] before:size-2.5",
        "before:forced-color-adjust-none forced-colors:before:text-[CanvasText]",
        "not-last:after:absolute not-last:after:start-[0.4375rem] not-last:after:top-3 not-last:after:-bottom-2",
        "not-last:after:border-s-2 not-last:after:border-line",
        MARKS[state],
        className,
      )}
      {...rest}
    />
  );
}
