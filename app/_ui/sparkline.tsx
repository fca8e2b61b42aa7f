import { BarPaths } from "./bar-paths.tsx";
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

type SparkBars = { values: readonly number[]; top: number; className?: string };

/** Decorates the sum of a row by its days, on the scale of all rows: `top` is the value of the highest bar. */
export function SparkBars({ values, top, className }: SparkBars) {
  return (
    <svg
      className={classes("h-5 w-full forced-color-adjust-none", className)}
      viewBox={`0 0 ${values.length} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <BarPaths values={values.map((value) => [value])} series={BAR} top={top} />
    </svg>
  );
}

const BAR = [{ fill: "no" }] as const;
