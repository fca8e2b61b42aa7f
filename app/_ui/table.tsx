import type { ReactNode } from "react";
import { classes } from "./classes.ts";

/** A column: its heading, or its heading and its classes, such as `num` or `mid` (`styles/table.css`). */
type Column = ReactNode | { name: ReactNode; className: string };

type Table = {
  caption: string;
  head: readonly Column[];
  /** On a phone each row becomes two lines, and columns of the class `minor` go. Without it, the table scrolls sideways. */
  stack?: boolean;
  /** Each row has one link, of the class `over`, which covers it. */
  links?: boolean;
  children: ReactNode;
};

export function Table({ caption, head, stack, links, children }: Table) {
  const table = (
    <table className={classes("table", links && "links")} data-stack={stack || undefined}>
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          {head.map((column, n) => (
            <th key={n} scope="col" className={isNamed(column) ? column.className : undefined}>
              {isNamed(column) ? column.name : column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
  if (stack) return table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section aria-label={caption} tabIndex={0} className="scroll">
      {table}
    </section>
  );
}

function isNamed(column: Column): column is { name: ReactNode; className: string } {
  return typeof column === "object" && column !== null && "className" in column;
}
