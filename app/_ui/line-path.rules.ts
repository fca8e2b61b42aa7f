export type Point = { x: number; y: number };

/** The path of a line through these points. `max`: the value at the top; 0 is at the bottom. */
export function linePath(
  points: readonly Point[],
  max: number,
  { top, bottom }: { top: number; bottom: number },
): string {
  return points
    .map(({ x, y }, n) => `${n === 0 ? "M" : "L"}${rounded(x)} ${rounded(bottom - (y / max) * (bottom - top))}`)
    .join("");
}

function rounded(n: number): number {
  return Math.round(n * 100) / 100;
}
