import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { vars } from "./vars.ts";

type Chart = {
  /** Names the lines of the axis, the highest first. */
  axis: readonly string[];
  /** Below the axis. `at`: percent of the width. */
  marks: readonly { at: number; label: string }[];
  /** Says how many units the drawing is wide; it is 100 high. */
  width: number;
  height?: string | undefined;
  /** HTML over the drawing: links, labels. */
  over?: ReactNode;
  /** SVG. */
  children: ReactNode;
};

/** Bars so wide that the name of the first and the last has room below it. */
const FEW = 10;

/** SVG draws and HTML writes, so that text keeps its size. Screen readers get the same numbers from the table beneath. */
export function Chart({ axis, marks, width, height = "11rem", over, children }: Chart) {
  return (
    <div
      className={classes("chart", width <= FEW && "few")}
      style={vars({ "--h": height, "--steps": axis.length - 1 })}
    >
      <div className="y" aria-hidden="true">
        {axis.map((label, n) => (
          <span key={n}>{label}</span>
        ))}
      </div>
      <div className="plot">
        <svg viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" aria-hidden="true">
          {children}
        </svg>
        {over}
      </div>
      <div className="x" aria-hidden="true">
        {marks.map(({ at, label }) => (
          <span key={at} style={{ left: `${at}%` }}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Says how a series is drawn: solid, grey or hollow, which can be told apart without colour. */
export type Fill = "yes" | "no" | "open";

/** `dash`, `line`: a line, not a bar. */
type Key = { name: string; fill: Fill | "dash" | "line" };

export function Legend({ series }: { series: readonly Key[] }) {
  return (
    <div className="legend">
      {series.map(({ name, fill }) => (
        <span key={name}>
          <i className={`key ${fill}`} />
          {name}
        </span>
      ))}
    </div>
  );
}
