/** By how much `value` rises in one unit of `at`: the line with the least squares. 0 of fewer than two points. */
export function slopeOf(points: readonly { at: number; value: number }[]): number {
  const mean = (of: (point: { at: number; value: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [at, value] = [mean((point) => point.at), mean((point) => point.value)];
  const spread = mean((point) => (point.at - at) ** 2);
  return spread > 0 ? mean((point) => (point.at - at) * (point.value - value)) / spread : 0;
}
