import type { ReactNode } from "react";
import { classes } from "./classes.ts";

type Disclosure = { summary: ReactNode; isOpen?: boolean; className?: string; children: ReactNode };

/** Hides details that few readers need: one press opens them. */
export function Disclosure({ summary, isOpen, className, children }: Disclosure) {
  return (
    <details className={className} open={isOpen}>
      <summary className="flex min-h-control list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
        <Chevron className="mx-[0.2rem]" />
        {summary}
      </summary>
      {children}
    </details>
  );
}

/** Points to the end of the line, and down once the details of its summary are open. */
export function Chevron({ className }: { className?: string }) {
  return (
    <i
      className={classes(
        "size-[0.4rem] flex-none -rotate-45 border-r-[1.5px] border-b-[1.5px] border-soft",
        "transition-[rotate] duration-(--fast) in-[[open]>summary]:rotate-45",
        className,
      )}
    />
  );
}
