import { classes } from "./classes.ts";

/** Says how a series is drawn: solid, grey or hollow, which can be told apart without colour. */
export type Fill = "yes" | "no" | "open";

/** `dash`, `line`: a line, not a bar. */
type Key = { name: string; fill: Fill | "dash" | "line" };

const SWATCHES = {
  yes: "size-2.5 rounded-[2px] bg-chart-yes",
  no: "size-2.5 rounded-[2px] bg-chart-no",
  open: "size-2.5 rounded-[2px] inset-ring-[1.5px] inset-ring-chart-no",
  dash: "w-4 border-t-2 border-dashed border-chart-no",
  line: "w-4 border-t-2 border-bad forced-colors:border-[Highlight]",
} as const satisfies Record<Key["fill"], string>;

export function Legend({ series }: { series: readonly Key[] }) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 text-meta text-soft">
      {series.map(({ name, fill }) => (
        <span key={name} className="inline-flex items-center gap-1.5">
          <Swatch fill={fill} />
          {name}
        </span>
      ))}
    </div>
  );
}

/** Shows how a series is drawn. */
export function Swatch({ fill }: { fill: Key["fill"] }) {
  return <i className={classes("forced-color-adjust-none", SWATCHES[fill])} />;
}
