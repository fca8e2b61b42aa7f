import { classes } from "./classes.ts";

/** A day or an hour. `href`: where its rows are. Nothing is known about one without it. `tip`: what it says. */
type Day = { label: string; href?: string | undefined; tip: string; isChosen?: boolean };

/** `tips`: where there is room for what a link says. */
type DayLinks = { label: string; days: readonly Day[]; tips: "over" | "under" };

/** So many have room on a phone, too. */
const FEW = 10;
/** The tips of so many at either end lie along the edge. */
const AT_EDGE = 4;

/** Lays a link over each bar of a plot; a day without one keeps its place. What a link says is its tooltip, too. */
export function DayLinks({ label, days, tips }: DayLinks) {
  const isFew = days.length <= FEW;
  return (
    // Under 24 px a day, the filter and the table serve.
    <ol
      aria-label={label}
      className={classes("absolute inset-0 grid auto-cols-fr grid-flow-col", !isFew && "@max-[47rem]:hidden")}
    >
      {days.map((day, n) => (
        <li
          key={day.label}
          className={classes("relative", isFew && "@max-[47rem]:static")}
          aria-hidden={day.href === undefined || undefined}
        >
          {day.href !== undefined && (
            <a
              href={day.href}
              aria-current={day.isChosen ? "true" : undefined}
              className={classes(
                "group block h-full rounded-[2px]",
                day.isChosen
                  ? "bg-wash inset-ring inset-ring-accent forced-colors:outline-2"
                  : "hover:bg-ink/6 focus-visible:bg-ink/6",
              )}
            >
              <Tip side={tips} edge={n >= days.length - AT_EDGE ? "end" : n < AT_EDGE ? "start" : null} isFew={isFew}>
                {day.tip}
              </Tip>
            </a>
          )}
        </li>
      ))}
    </ol>
  );
}

const SIDES = { over: "bottom-[calc(100%-1rem)]", under: "top-[calc(100%+0.25rem)]" } as const;
const EDGES = { start: "start-0", end: "end-0" } as const;

type TipProps = { side: DayLinks["tips"]; edge: keyof typeof EDGES | null; isFew: boolean; children: string };

/** Shows what the link around it says while it is pointed at or has the focus. */
function Tip({ side, edge, isFew, children }: TipProps) {
  return (
    <span
      className={classes(
        "pointer-events-none absolute z-2 w-max max-w-56 rounded-m bg-ink px-3 py-2 text-meta text-sheet",
        "opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100",
        SIDES[side],
        edge === null ? "start-1/2 -translate-x-1/2" : EDGES[edge],
        isFew && "@max-[47rem]:inset-x-0 @max-[47rem]:mx-auto @max-[47rem]:translate-x-0",
      )}
    >
      {children}
    </span>
  );
}
