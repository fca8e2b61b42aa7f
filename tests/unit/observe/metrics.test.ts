import { register } from "prom-client";
import { expect, test, vi } from "vitest";

test("a module that is loaded twice counts in the same sums", async () => {
  for (const _ of [1, 2]) {
    vi.resetModules();
    const { batchCalls, cutExports } = await import("#lib/observe/metrics.ts");
    cutExports.inc({ export: "twice" });
    batchCalls.observe({ batch: "twice" }, 3);
  }
  expect(await register.getSingleMetricAsString("ageway_exports_cut_total")).toContain('{export="twice"} 2');
  expect(await register.getSingleMetricAsString("ageway_batch_calls")).toContain('_sum{batch="twice"} 6');
});
