import type { ComponentProps, ElementType } from "react";
import { classes } from "./classes.ts";

/**
 * `above`: of a popover that opens upwards. A popover stands at the button that opens it, or in the middle where the
 * browser cannot place it. Any other one stands in a `Chip`.
 */
type Floating = ComponentProps<"div"> & { above?: boolean };

/** Lies over the page: choices, or a small form. */
export function Popup({ above, className, ...rest }: Floating) {
  return (
    <div
      className={classes(
        "z-3 rounded-l bg-raised shadow-2",
        "weak:w-max weak:min-w-48 weak:max-w-[min(20rem,calc(100vw-2rem))] weak:gap-2 weak:p-3",
        rest.popover === undefined ? IN_CHIP : classes(AT_BUTTON, above ? ABOVE : BELOW),
        className,
      )}
      {...rest}
    />
  );
}

const IN_CHIP = classes(
  "absolute start-0 top-[calc(100%+6px)] weak:grid max-sm:inset-x-0 max-sm:w-auto max-sm:max-w-none",
  "anchored:inset-auto anchored:mt-1.5 anchored:[position-anchor:--chip]",
  "anchored:[position-area:block-end_span-inline-end] anchored:[position-try-fallbacks:flip-inline]",
);
const AT_BUTTON = "absolute inset-0 m-auto h-fit text-inherit open:grid supports-[position-area:block-end]:inset-auto";
const BELOW = classes(
  "supports-[position-area:block-end]:mx-0 supports-[position-area:block-end]:my-1.5",
  "supports-[position-area:block-end]:[position-area:block-end_span-inline-end]",
);
const ABOVE = classes(
  "supports-[position-area:block-end]:mx-0 supports-[position-area:block-end]:mt-0 supports-[position-area:block-end]:-mb-1.5",
  "supports-[position-area:block-end]:[position-area:block-start_span-inline-end]",
);

/** Lists what can be chosen or opened, one a line. */
export function MenuList({ className, ...rest }: Floating) {
  return <Popup className={classes("w-52 grid-cols-[minmax(0,1fr)] gap-0.5 p-2", className)} {...rest} />;
}

/** One line of a menu. `as`: what it is, where it is not a button. */
export function MenuItem<As extends ElementType = "button">({
  as,
  className,
  ...rest
}: ComponentProps<As> & { as?: As }) {
  const Element: ElementType = as ?? "button";
  return (
    <Element
      className={classes(
        "flex min-h-10 w-full items-center justify-between gap-2 rounded-m px-2 text-start no-underline hover:bg-hover",
        className,
      )}
      {...rest}
    />
  );
}
