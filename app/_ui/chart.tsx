import type { ReactNode } from "react";
import { classes } from "./classes.ts";

type Plot = {
  /** Says how many units the drawing is wide; it is 100 high. */
  width: number;
  height: string;
  /** Draws so many lines behind it, each at the top of a step. */
  steps?: number;
  /** HTML over the drawing: links, labels. */
  over?: ReactNode;
  /** SVG. */
  children: ReactNode;
};

/** Stretches a drawing over its box, so that its units are days or hours at any width. */
export function Plot({ width, height, steps, over, children }: Plot) {
  return (
    <div className="@container relative border-b border-edge" style={{ height }}>
      {steps !== undefined && (
        <i
          className="absolute inset-0 bg-[linear-gradient(var(--color-line)_1px,transparent_1px)] forced-color-adjust-none"
          style={{ backgroundSize: `100% ${100 / steps}%` }}
        />
      )}
      <svg
        className="absolute inset-0 size-full overflow-visible forced-color-adjust-none"
        viewBox={`0 0 ${width} 100`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {children}
      </svg>
      {over}
    </div>
  );
}

type Chart = Omit<Plot, "height" | "steps"> & {
  /** Names the lines of the axis, the highest first. */
  axis: readonly string[];
  /** Below the axis. `at`: percent of the width. */
  marks: readonly { at: number; label: string }[];
  height?: string | undefined;
};

/** Bars so wide that the name of the first and the last has room below it. */
const FEW = 10;

/** SVG draws and HTML writes, so that text keeps its size. Screen readers get the same numbers from the table beneath. */
export function Chart({ axis, marks, width, height = "11rem", ...plot }: Chart) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 tabular-nums">
      <div className="-my-2.5 flex flex-col justify-between text-end text-meta text-soft" aria-hidden="true">
        {axis.map((label, n) => (
          <span key={n}>{label}</span>
        ))}
      </div>
      <Plot width={width} height={height} steps={axis.length - 1} {...plot} />
      <div className="relative col-start-2 h-5 text-meta text-soft" aria-hidden="true">
        {marks.map(({ at, label }, n) => (
          <Mark
            key={at}
            at={at}
            end={width <= FEW ? null : endOf(n, marks.length)}
            isMinor={n % 2 === 1 && n < marks.length - 1}
          >
            {label}
          </Mark>
        ))}
      </div>
    </div>
  );
}

type End = "first" | "last" | null;

/** `end`: the name of the first or the last bar stays within the width. `isMinor`: a phone has no room for it. */
function Mark({ at, end, isMinor, children }: { at: number; end: End; isMinor: boolean; children: ReactNode }) {
  const place = { first: "left-0", last: "right-0" };
  return (
    <span
      className={classes(
        "absolute whitespace-nowrap",
        end === null ? "-translate-x-1/2" : place[end],
        isMinor && "max-sm:invisible",
      )}
      style={end === null ? { left: `${at}%` } : undefined}
    >
      {children}
    </span>
  );
}

function endOf(n: number, count: number): End {
  if (n === count - 1) return "last";
  return n === 0 ? "first" : null;
}
