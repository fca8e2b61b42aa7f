import type { ReactNode } from "react";
import { classes } from "./classes.ts";

/** `open`: nothing is known yet, or nothing came of it. `bad`: somebody must act. */
export type DotState = "yes" | "no" | "bad" | "busy" | "open";

/** Each differs in shape too: full, half, square, dashed, hollow. */
const STATES = {
  yes: "rounded-full bg-current text-chart-yes",
  no: "rounded-full bg-[linear-gradient(90deg,currentColor_50%,transparent_50%)] text-chart-no",
  bad: "rounded-[3px] bg-current text-bad",
  busy: "rounded-full border-dashed text-busy",
  open: "rounded-full text-chart-no",
} as const satisfies Record<DotState, string>;

/** Marks a result. What stands beside it says the same in words. */
export function Dot({ state, className }: { state: DotState; className?: string }) {
  return (
    <i
      className={classes(
        "size-3 flex-none border-[1.5px] border-current forced-color-adjust-none forced-colors:text-[CanvasText]",
        STATES[state],
        className,
      )}
    />
  );
}

/** Writes a result behind its mark, on one line. */
export function Result({ state, children }: { state: DotState; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <Dot state={state} />
      {children}
    </span>
  );
}
