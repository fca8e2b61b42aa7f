import type { ComponentProps } from "react";
import { classes } from "./classes.ts";

/** `isTest`: it stands for the test mode, and is amber. */
type Segment = Omit<ComponentProps<"a">, "children"> & { name: string; isChosen: boolean; isTest?: boolean };

/** `wrap`: they may need several lines. */
type Segments = { label: string; links: readonly Segment[]; wrap?: boolean; className?: string };

/** Shows addresses side by side in one control, of which one is chosen. */
export function Segments({ label, links, wrap, className }: Segments) {
  return (
    <SegmentFrame role="group" aria-label={label} wrap={wrap} className={className}>
      {links.map(({ name, isChosen, isTest, className, ...link }) => (
        <a
          key={name}
          aria-current={isChosen ? "true" : undefined}
          data-mode={isTest ? "test" : undefined}
          className={classes(segmentClass({ isChosen, isTest, wrap }), className)}
          {...link}
        >
          {name}
        </a>
      ))}
    </SegmentFrame>
  );
}

/** Draws the frame around segments that are no links: radios, or buttons of a form. */
export function SegmentFrame({ wrap, className, ...rest }: ComponentProps<"div"> & { wrap?: boolean | undefined }) {
  return (
    <div
      className={classes(
        "rounded-m border border-line bg-[light-dark(#e6eae6,#0b0f0d)] p-0.5",
        wrap ? "flex flex-wrap" : "weak:inline-flex",
        className,
      )}
      {...rest}
    />
  );
}

/** Offers one value of a radio as a segment. */
export function SegmentRadio({ children, wrap, ...rest }: ComponentProps<"input"> & { wrap?: boolean | undefined }) {
  return (
    <label
      className={classes(
        SEGMENT,
        wrap ? "flex-initial" : "flex-1",
        "text-soft hover:text-ink has-checked:bg-raised has-checked:font-semibold has-checked:text-ink",
        "has-checked:shadow-chosen forced-colors:has-checked:border-2",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
      )}
    >
      {/* As large as its label, so that a browser brings all of it into view; the presses are the words' own. */}
      <input type="radio" className="pointer-events-none absolute inset-0 size-full opacity-0" {...rest} />
      <span>{children}</span>
    </label>
  );
}

type Look = { isChosen: boolean; isTest?: boolean | undefined; wrap?: boolean | undefined };

/** Makes a link or a button look like a segment. On several lines, none is stretched. */
export function segmentClass({ isChosen, isTest, wrap }: Look): string {
  return classes(
    SEGMENT,
    wrap ? "flex-initial" : "flex-1",
    isChosen ? "forced-colors:border-2" : "text-soft hover:text-ink",
    isChosen && !isTest && "bg-raised font-semibold text-ink shadow-chosen",
    isChosen && isTest && "bg-test-wash font-semibold text-test shadow-[0_0_0_1px_var(--color-test-edge)]",
  );
}

/** A finger has 44 px: the frame belongs to its segments. */
const SEGMENT = classes(
  "inline-flex min-h-[calc(var(--spacing-control)-6px)] items-center justify-center gap-1.5 rounded-[6px] px-2.5",
  "relative whitespace-nowrap no-underline",
  "pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-[3px]",
);
