import type { ReactNode } from "react";
import { classes } from "./classes.ts";

/**
 * The state of a thing: green is done, red means that somebody must act now, blue is under way, and without a colour it has
 * ended. `test` and `live` are the mode, which is no state. The colour only repeats the word.
 */
export type BadgeVariant = "plain" | "good" | "bad" | "busy" | "test" | "live";

export function Badge({ variant = "plain", children }: { variant?: BadgeVariant; children: ReactNode }) {
  return <span className={classes("badge", variant !== "plain" && variant)}>{children}</span>;
}

export function ModeBadge({ mode }: { mode: "live" | "test" }) {
  return <Badge variant={mode}>{mode === "live" ? "Live" : "Test"}</Badge>;
}
