import type { ReactNode } from "react";
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
  return (
    <dl className={classes(boxed ? "record box" : "facts", className)}>
      {rows.map(
        ([name, value], n) =>
          value !== null && (
            <div key={n} className={boxed ? undefined : "contents"}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
