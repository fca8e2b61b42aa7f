import type { ComponentProps, ElementType } from "react";
import { classes } from "./classes.ts";

type Boxed<As extends ElementType> = ComponentProps<As> & { as?: As };

/** Draws a line around what belongs together. `as`: the element, where it is not a `div`. */
export function Box<As extends ElementType = "div">({ as, className, ...rest }: Boxed<As>) {
  const Element: ElementType = as ?? "div";
  return <Element className={classes("rounded-l border border-line bg-sheet", className)} {...rest} />;
}

/** Draws a box with room inside. */
export function Card<As extends ElementType = "div">({ className, ...rest }: Boxed<As>) {
  return <Box<ElementType> className={classes("p-5", className)} {...rest} />;
}
