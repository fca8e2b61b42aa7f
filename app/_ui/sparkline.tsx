import { sparkPath } from "./chart.rules.ts";
import { classes } from "./classes.ts";

/** Decorates its number, which says the same. `null`: a gap. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const isFlat = !values.some((value) => value !== null && value > 0);
  return (
    <svg
      className={classes("spark", isFlat && "flat")}
      viewBox={`0 0 ${Math.max(1, values.length - 1)} 20`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={sparkPath(values)} />
    </svg>
  );
}
