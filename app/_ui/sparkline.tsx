import { sparkPath } from "./chart.rules.ts";
import { classes } from "./classes.ts";

/** Decorates its number, which says the same. `null`: a gap. */
export function Sparkline({ values, className }: { values: readonly (number | null)[]; className?: string }) {
  const isFlat = !values.some((value) => value !== null && value > 0);
  return (
    <svg
      className={classes(
        "h-5 w-20 fill-none stroke-[1.5px] align-middle forced-color-adjust-none",
        isFlat ? "stroke-chart-no" : "stroke-chart-yes",
        className,
      )}
      viewBox={`0 0 ${Math.max(1, values.length - 1)} 20`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path vectorEffect="non-scaling-stroke" d={sparkPath(values)} />
    </svg>
  );
}
