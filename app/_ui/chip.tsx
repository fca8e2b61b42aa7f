import Link from "next/link";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

/** `words`: what is chosen, or what there is to choose. `name`: of those chips of which one is open at a time. */
type Chip = { words: string; isOn: boolean; name: string; className?: string; children: ReactNode };

/** Opens the choices for one part of a filter. */
export function Chip({ words, isOn, name, className, children }: Chip) {
  return (
    <details className={classes("chip", className, isOn && "on")} name={name}>
      <summary>
        <span className="cut">{words}</span>
        <Icon name="down" />
      </summary>
      {children}
    </details>
  );
}

/** Leads to the page with this choice. */
export function Choice({ href, isChosen, children }: { href: string; isChosen: boolean; children: ReactNode }) {
  return (
    <Link prefetch={false} href={href} aria-current={isChosen ? "true" : undefined}>
      <span className="cut">{children}</span>
      {isChosen && <Icon name="check" />}
    </Link>
  );
}
