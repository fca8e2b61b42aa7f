import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Glyph, type GlyphName } from "./glyph.tsx";

/** `bad`: it is wrong now. `busy`: it is under way. `good`: it is done. */
const ICONS = { bad: "alert", busy: "clock", good: "check", test: "info", plain: "info" } as const;

export type NoticeVariant = keyof typeof ICONS;

const WASHES = {
  bad: "bg-bad-wash [&_b]:text-bad",
  busy: "bg-busy-wash",
  good: "bg-good-wash",
  test: "bg-test-wash text-test shadow-[inset_0_0_0_1px_var(--color-test-edge)]",
  plain: "bg-mute-wash",
} as const satisfies Record<NoticeVariant, string>;

const MARKS = { bad: "text-bad", busy: "text-busy", good: "text-good", test: "", plain: "" } as const;

type Notice = {
  variant: NoticeVariant;
  heading?: ReactNode;
  /** Says more than the icon of the variant. */
  icon?: GlyphName;
  /** A button, at the end of the words where there is room. */
  action?: ReactNode;
  live?: "alert" | "status";
  id?: string;
  className?: string;
  children?: ReactNode;
};

/** Shows a message about the page. */
export function Notice({ variant, icon = ICONS[variant], heading, action, live, id, className, children }: Notice) {
  return (
    <div
      id={id}
      role={live}
      className={classes(
        "grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1 rounded-m px-4 py-3 [&_p]:max-w-none",
        "forced-colors:border [#content>div>&]:mb-5",
        WASHES[variant],
        className,
      )}
    >
      <Glyph name={icon} className={classes("translate-y-0.75", MARKS[variant])} />
      <div
        className={classes(
          "min-w-0 wrap-anywhere",
          action ? "flex flex-wrap items-center gap-x-4 gap-y-2" : "grid justify-items-start gap-1",
        )}
      >
        {heading && <b>{heading}</b>}
        {children}
        {action}
      </div>
    </div>
  );
}
