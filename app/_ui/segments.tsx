import Link from "next/link";
import type { ComponentProps } from "react";
import { classes } from "./classes.ts";

type Segment = Omit<ComponentProps<typeof Link>, "children"> & { name: string; isChosen: boolean };

type Segments = { label: string; links: readonly Segment[]; className?: string };

/** Shows addresses side by side in one control, of which one is chosen. */
export function Segments({ label, links, className }: Segments) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for values of a form; these are addresses
    <div className={classes("seg", className)} role="group" aria-label={label}>
      {links.map(({ name, isChosen, ...link }) => (
        <Link key={name} prefetch={false} aria-current={isChosen ? "true" : undefined} {...link}>
          {name}
        </Link>
      ))}
    </div>
  );
}
