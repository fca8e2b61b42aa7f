/** Of any order; 0 of nothing. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function latenciesOf(times: readonly number[]) {
  const at = (q: number) => quantile(times, q);
  return { calls: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
