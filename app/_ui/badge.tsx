import type { ReactNode } from "react";
import { classes } from "./classes.ts";

/**
 * The state of a thing: green is done, red means that somebody must act now, blue is under way, and without a colour it has
 * ended. `test` and `live` are the mode, which is no state. The colour only repeats the word.
 */
export type BadgeVariant = "plain" | "good" | "bad" | "busy" | "test" | "live";

const VARIANTS = {
  plain: "bg-mute-wash text-soft",
  good: "bg-good-wash text-good",
  bad: "bg-bad-wash text-bad",
  busy: "bg-busy-wash text-busy",
  test: "bg-test-wash text-test shadow-[inset_0_0_0_1px_var(--color-test-edge)]",
  live: "text-ink shadow-[inset_0_0_0_1px_var(--color-edge)]",
} as const satisfies Record<BadgeVariant, string>;

type Badge = { variant?: BadgeVariant; className?: string; children: ReactNode };

export function Badge({ variant = "plain", className, children }: Badge) {
  return (
    <span
      className={classes(
        "inline-flex items-center gap-[0.3rem] rounded-s px-[0.4375rem] align-middle text-meta whitespace-nowrap",
        "forced-colors:outline forced-colors:-outline-offset-1",
        VARIANTS[variant],
        className,
      )}
    >
      {children}
    </span>
  );
}

export function ModeBadge({ mode }: { mode: "live" | "test" }) {
  return <Badge variant={mode}>{mode === "live" ? "Live" : "Test"}</Badge>;
}
