import { classes } from "./classes.ts";
import { vars } from "./vars.ts";

const RED_FROM = 90;

/** Shows how much is used. `text`: what a screen reader says in place of the number, such as "€296.10 of €380.00". */
export function Meter({ label, percent, text }: { label: string; percent: number; text?: string | undefined }) {
  const value = Math.min(100, Math.max(0, Math.round(percent)));
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> in colours of their own
    <div
      className={classes("meter", value >= RED_FROM && "over")}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-valuetext={text}
      style={vars({ "--v": value })}
    >
      <i />
    </div>
  );
}
