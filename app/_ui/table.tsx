import type { ComponentProps, ReactNode } from "react";
import { Box } from "./box.tsx";
import { classes } from "./classes.ts";

/** `num`: at the end of its line. `minor`: hidden on phones. `mid`: hidden in a sheet without room for lesser columns. */
type Kind = { num?: boolean | undefined; minor?: boolean | undefined; mid?: boolean | undefined };

/** A column: its heading, or its heading and its kind. */
type Column = ReactNode | ({ name: ReactNode } & Kind);

type Table = {
  caption: string;
  head: readonly Column[];
  /** On a phone each row becomes two lines. Without it, the table scrolls sideways. */
  stack?: boolean;
  /** Draws a box around the table. */
  boxed?: boolean;
  children: ReactNode;
};

/** Lists things in rows of 40 px. It asks the sheet how much room there is, not the window. */
export function Table({ caption, head, stack, boxed, children }: Table) {
  const table = (
    <table
      data-stack={stack || undefined}
      className={classes(
        "w-full border-collapse text-start [--cell:--spacing(3)]",
        boxed ? "[--edge:--spacing(4)] [--row-x:--spacing(4)] [--row-y:--spacing(3)]" : "[--edge:--spacing(2)]",
        stack && "@max-phone/sheet:block @max-phone/sheet:[--cell:0px] @max-phone/sheet:[--edge:0px]",
        !stack && "@max-phone/sheet:[--cell:--spacing(1)] @max-phone/sheet:[--edge:--spacing(1)]",
      )}
    >
      <caption className="sr-only">{caption}</caption>
      <thead className="stacked:sr-only stacked:block">
        <tr className="border-b border-line">
          {head.map((column, n) => (
            <Heading key={n} isWrapped={!stack} {...(isNamed(column) ? column : { name: column })} />
          ))}
        </tr>
      </thead>
      <tbody className={classes("stacked:block", boxed && "*:last:border-b-0")}>{children}</tbody>
    </table>
  );
  if (stack) return boxed ? <Box>{table}</Box> : table;
  const scrolling = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section aria-label={caption} tabIndex={0} className="overflow-x-auto">
      {table}
    </section>
  );
  return boxed ? <Box>{scrolling}</Box> : scrolling;
}

type Named = Exclude<Column, ReactNode>;

function isNamed(column: Column): column is Named {
  return typeof column === "object" && column !== null && "name" in column;
}

const EDGES = "px-(--cell) first:ps-(--edge) last:pe-(--edge)";

function Heading({ name, num, minor, mid, isWrapped }: Named & { isWrapped: boolean }) {
  return (
    <th
      scope="col"
      className={classes(
        "h-9 py-px text-meta whitespace-nowrap text-soft",
        EDGES,
        num && "text-end",
        minor && "@max-phone/sheet:hidden",
        mid && "@max-mid/sheet:hidden",
        isWrapped && "@max-phone/sheet:align-bottom @max-phone/sheet:whitespace-normal",
      )}
    >
      {name}
    </th>
  );
}

const ROW = classes(
  "relative border-b border-line stacked:grid stacked:grid-cols-[minmax(0,1fr)_auto] stacked:gap-x-3",
  "stacked:px-(--row-x,0px) stacked:py-(--row-y,--spacing(2))",
);

/** Shows one thing. `current`: its panel is open. */
export function Row({ current, className, ...rest }: ComponentProps<"tr"> & { current?: boolean }) {
  return (
    <tr
      aria-current={current ? "true" : undefined}
      className={classes(
        ROW,
        "hover:bg-hover",
        current && "bg-wash shadow-[inset_3px_0_var(--color-accent)] forced-colors:outline-2",
        className,
      )}
      {...rest}
    />
  );
}

type CellProps = Omit<ComponentProps<"td">, "width"> &
  Kind & {
    /** Names the row. */
    heading?: boolean | undefined;
    /** Has a whole line on a phone, even if it is hidden in a sheet between. */
    whole?: boolean | undefined;
    /** Stands at the end of its line on a phone. */
    end?: boolean | undefined;
    /** Has one line and what the other columns leave of it. */
    cut?: boolean | undefined;
    /** Names the thing, in up to two lines, and strongly on a phone. */
    name?: boolean | undefined;
    nowrap?: boolean | undefined;
    /** Steps back on a phone. */
    soft?: boolean | undefined;
  };

/** Shows one fact of a row. */
export function Cell({ heading, num, minor, mid, whole, end, cut, name, nowrap, soft, className, ...rest }: CellProps) {
  const Element = heading ? "th" : "td";
  return (
    <Element
      scope={heading ? "row" : undefined}
      className={classes(
        "h-row py-1 stacked:h-auto stacked:py-0",
        EDGES,
        heading && "font-normal",
        num && "text-end not-in-data-stack:@max-phone/sheet:whitespace-nowrap",
        minor && "@max-phone/sheet:hidden",
        mid && "@max-mid/sheet:hidden",
        !minor && (whole || !mid) && "stacked:block",
        whole && "stacked:col-span-full",
        whole && !heading && "stacked:order-3",
        end && "stacked:text-end",
        cut && "w-1/2 max-w-0 truncate *:block *:truncate stacked:w-auto stacked:max-w-none",
        name && "min-w-32 wrap-anywhere stacked:font-semibold @mid/sheet:min-w-52",
        name && !cut && "[&>a:only-child]:line-clamp-2",
        nowrap && "whitespace-nowrap",
        soft && "stacked:text-meta stacked:text-soft",
        className,
      )}
      {...rest}
    />
  );
}

/** Leads to the page of a row, and covers the row. What can be pressed beside it is `relative z-1`. */
export function RowLink({ className, ...rest }: ComponentProps<"a">) {
  return (
    <a
      className={classes(
        "no-underline after:absolute after:inset-0 hover:underline",
        "focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent",
        className,
      )}
      {...rest}
    />
  );
}

/** Heads the rows below it, up to the next one. `columns`: how many it spans. */
export function GroupRow({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr className={ROW}>
      <th
        colSpan={columns}
        scope="rowgroup"
        className={classes(
          "h-9 pt-1 text-meta text-soft stacked:col-span-full stacked:block stacked:h-auto stacked:pt-0",
          EDGES,
        )}
      >
        {children}
      </th>
    </tr>
  );
}
