import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

/** `bad`: it is wrong now. `busy`: it is under way. `good`: it is done. */
const ICONS = { bad: "alert", busy: "clock", good: "check", test: "info", plain: "info" } as const;

export type NoticeVariant = keyof typeof ICONS;

type Notice = { variant: NoticeVariant; heading?: ReactNode; children?: ReactNode; live?: "alert" | "status" };

/** Shows a message about the page. */
export function Notice({ variant, heading, children, live }: Notice) {
  return (
    <div role={live} className={classes("notice", variant !== "plain" && variant)}>
      <Icon name={ICONS[variant]} />
      <div>
        {heading && <b>{heading}</b>}
        {children}
      </div>
    </div>
  );
}
