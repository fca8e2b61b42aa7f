import type { ReactNode } from "react";
import { Box } from "./box.tsx";
import { classes } from "./classes.ts";

type Facts = {
  /** A row whose value is `null` is left out. */
  rows: readonly (readonly [name: ReactNode, value: ReactNode])[];
  /** Draws a box around the rows, and a line between them. */
  boxed?: boolean;
  className?: string;
};

/** Lists what is known of a thing: names, and their values beside them. */
export function Facts({ rows, boxed, className }: Facts) {
  const shown = rows.map(
    ([name, value], n) =>
      value !== null && (
        <div key={n} className={boxed ? BOXED_ROW : "contents"}>
          <dt className={boxed ? "text-soft" : "text-balance text-soft"}>{name}</dt>
          <dd className={boxed ? "min-w-0 wrap-anywhere" : undefined}>{value}</dd>
        </div>
      ),
  );
  if (boxed)
    return (
      <Box as="dl" className={className}>
        {shown}
      </Box>
    );
  return (
    <dl className={classes("grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-5 gap-y-2", className)}>
      {shown}
    </dl>
  );
}

const BOXED_ROW = classes(
  "grid gap-x-4 border-b border-line px-4 py-2 last:border-b-0",
  "@phone/sheet:min-h-11 @phone/sheet:grid-cols-[14rem_minmax(0,1fr)] @phone/sheet:content-center @phone/sheet:items-baseline",
);
