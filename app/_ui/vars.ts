import type { CSSProperties } from "react";

/** Custom properties for a `style` attribute: the style sheet says what they mean. */
export function vars(values: Record<`--${string}`, string | number>): CSSProperties {
  return values as CSSProperties;
}
