import type { CSSProperties } from "react";

/** Sets custom properties in a `style` attribute: the style sheet says what they mean. */
export function vars(values: Record<`--${string}`, string | number>): CSSProperties {
  return values as CSSProperties;
}
