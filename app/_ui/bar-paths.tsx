import { stackedBars, type Values } from "./chart.rules.ts";
import type { Fill } from "./legend.tsx";

const FILLS = {
  yes: "fill-chart-yes",
  no: "fill-chart-no",
  open: "fill-chart-open stroke-chart-no",
} as const satisfies Record<Fill, string>;

type BarPaths = { values: readonly Values[]; series: readonly { fill: Fill }[]; top: number };

/** Draws a bar for each day or hour, its series on each other. `top`: the value at the upper edge. */
export function BarPaths({ values, series, top }: BarPaths) {
  const { paths, zeros } = stackedBars(values, series.length, top);
  return (
    <>
      {series.map(({ fill }, n) => (
        <path key={fill} className={FILLS[fill]} vectorEffect="non-scaling-stroke" d={paths[n]} />
      ))}
      <path className="fill-none stroke-edge" vectorEffect="non-scaling-stroke" d={zeros} />
    </>
  );
}
