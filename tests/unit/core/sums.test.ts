import { AggregatorRegistry, Counter, Histogram, Registry, register } from "prom-client";
import { expect, test } from "vitest";
import { counter, histogram } from "#lib/core/sums.ts";

const NAMES = ["calls_total", "lost_total", "seconds"];
const BOUNDS = [0.002, 1, 4];
const VALUES = [0, 0.002, 0.0021, 1, 3, 4, 4.5, 100];
const LABELS = [
  ["/a", ""],
  ["/a", "b"],
  ["/a b", ""],
] as const;

test("counters and histograms show what prom-client's own would, also summed over processes", async () => {
  const library = new Registry();
  const config = { help: "help", registers: [library] };
  const theirs = {
    calls: new Counter({ ...config, name: "calls_total", labelNames: ["endpoint", "reason"] }),
    lost: new Counter({ ...config, name: "lost_total" }),
    seconds: new Histogram({ ...config, name: "seconds", labelNames: ["endpoint", "reason"], buckets: BOUNDS }),
  };
  const ours = {
    calls: counter("calls_total", "help", ["endpoint", "reason"]),
    lost: counter("lost_total", "help"),
    seconds: histogram("seconds", "help", ["endpoint", "reason"], BOUNDS),
  };
  await expectSame(library);
  for (const [endpoint, reason] of LABELS)
    for (const [n, value] of VALUES.entries()) {
      theirs.calls.inc({ endpoint, reason }, n + 1);
      ours.calls.add(n + 1, endpoint, reason);
      theirs.seconds.observe({ endpoint, reason }, value);
      ours.seconds.add(value, endpoint, reason);
    }
  theirs.lost.inc(3);
  ours.lost.add(3);
  await expectSame(library);
  expect(await expectSame(library)).toContain('seconds_bucket{le="+Inf",endpoint="/a",reason="b"} 16');
});

test("a module that is loaded twice counts in the same sums", async () => {
  counter("twice_total", "help", ["n"]).add(1, "1");
  counter("twice_total", "help", ["n"]).add(2, "1");
  histogram("twice", "help", ["n"], BOUNDS).add(1, "1");
  histogram("twice", "help", ["n"], BOUNDS).add(2, "1");
  expect(await register.getSingleMetricAsString("twice_total")).toContain('twice_total{n="1"} 3');
  expect(await register.getSingleMetricAsString("twice")).toContain('twice_sum{n="1"} 3');
});

/** Other files of this project share the registry, so only our names are compared. */
async function expectSame(library: Registry): Promise<string> {
  for (const name of NAMES)
    expect(await register.getSingleMetricAsString(name)).toBe(await library.getSingleMetricAsString(name));
  const ours = new Registry();
  for (const name of NAMES) {
    const metric = register.getSingleMetric(name);
    if (metric) ours.registerMetric(metric);
  }
  const ofTwo = async (registry: Registry) => {
    const figures = await registry.getMetricsAsJSON();
    return AggregatorRegistry.aggregate([figures, figures]).metrics();
  };
  const text = await ofTwo(ours);
  expect(text).toBe(await ofTwo(library));
  return text;
}
