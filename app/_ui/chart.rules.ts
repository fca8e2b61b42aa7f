/** The geometry of charts. Heights are percent of the plot, from its top; a bar or a point is one unit wide. */

/** Holds what a day or an hour has, one number for each series; `null`: nothing is known about it, which is not zero. */
export type Values = readonly number[] | null;

const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10] as const;

/** Labels the axis, the highest first: equal steps of a round whole number, the fewest that hold the peak. */
export function axisOf(peak: number, steps = 4): number[] {
  const least = Math.max(1, peak / steps);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = ROUND.map((round) => round * power).find((one) => one >= least && Number.isInteger(one)) ?? 10 * power;
  return Array.from({ length: steps + 1 }, (_, n) => (steps - n) * step);
}

export function sumOf(values: Values): number {
  return (values ?? []).reduce((sum, value) => sum + value, 0);
}

/** So that what happened once can be seen beside what happened a thousand times. */
const LEAST_HEIGHT = 0.7;

/** Stacks the bars of each series on those before it: a path for each, and one for the days that are known to have none. */
export function stackedBars(bars: readonly Values[], series: number, top: number): { paths: string[]; zeros: string } {
  const width = bars.length <= 10 ? 0.4 : 0.68;
  const inset = (1 - width) / 2;
  const paths = Array.from({ length: series }, () => "");
  let zeros = "";
  for (const [n, values] of bars.entries()) {
    if (values === null) continue;
    if (sumOf(values) === 0) zeros += `M${round(n + inset)} 100h${width}`;
    let bottom = 100;
    for (const [which, value] of values.entries()) {
      if (value <= 0) continue;
      const height = Math.max(LEAST_HEIGHT, (value / top) * 100);
      paths[which] += `M${round(n + inset)} ${round(bottom)}v${round(-height)}h${width}v${round(height)}z`;
      bottom -= height;
    }
  }
  return { paths, zeros };
}

export type Point = { x: number; y: number };

/** Draws a line through these points. */
export function linePath(points: readonly Point[]): string {
  return points.map(({ x, y }, n) => `${n === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
}

/** Draws a line through the points, 20 high. It begins anew after a gap. */
export function sparkPath(values: readonly (number | null)[]): string {
  const peak = Math.max(1, ...values.map((value) => value ?? 0));
  return values
    .map((value, n) => {
      if (value === null) return "";
      const isFirst = n === 0 || values[n - 1] === null;
      return `${isFirst ? "M" : "L"}${n} ${round(19 - (value / peak) * 18)}`;
    })
    .join("");
}

/** Says which of so many days are named below the axis: all of a week, and otherwise five that lie evenly. */
export function namedOf(count: number): number[] {
  if (count <= 7) return Array.from({ length: count }, (_, n) => n);
  return [0, 1, 2, 3, 4].map((n) => Math.round((n * (count - 1)) / 4));
}

/** Says where the middle of a day lies, in percent of the plot's width. */
export function middleOf(n: number, count: number): number {
  return round(((n + 0.5) / count) * 100);
}

/** Finds the runs of days without data that are wide enough for a word. */
export function unknownRuns(bars: readonly Values[]): { from: number; length: number }[] {
  const runs: { from: number; length: number }[] = [];
  for (const [n, values] of bars.entries()) {
    if (values !== null) continue;
    const last = runs.at(-1);
    if (last && last.from + last.length === n) last.length += 1;
    else runs.push({ from: n, length: 1 });
  }
  return runs.filter(({ length }) => length / bars.length >= 0.12);
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
