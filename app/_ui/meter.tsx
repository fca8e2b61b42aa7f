import { classes } from "./classes.ts";

const RED_FROM = 90;

type Meter = { label: string; percent: number; text?: string | undefined; className?: string };

/** Shows how much is used. `text`: what a screen reader says in place of the number, such as "€296.10 of €380.00". */
export function Meter({ label, percent, text, className }: Meter) {
  const value = Math.min(100, Math.max(0, Math.round(percent)));
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> in colours of their own
    <div
      className={classes(
        "relative h-2 overflow-hidden rounded-full bg-mute-wash inset-ring inset-ring-edge forced-color-adjust-none",
        className,
      )}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-valuetext={text}
    >
      <i
        className={classes("block h-full", value >= RED_FROM ? "bg-bad forced-colors:bg-[Highlight]" : "bg-chart-yes")}
        style={{ width: `${value}%` }}
      />
    </div>
  );
}
