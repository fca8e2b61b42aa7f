import { expect, test } from "vitest";
import { csvResponse } from "#app/_http/files.ts";
import { log } from "#lib/core/log.ts";
import { register } from "#lib/core/metrics.ts";

log.level = "silent";

async function* breakingOff() {
  yield "reference,result\r\n";
  throw new Error("The database is away");
}

test("a download that breaks off is cut, and counted under its name", async () => {
  await expect(csvResponse("checks", breakingOff()).text()).rejects.toThrow();
  expect(await register.getSingleMetricAsString("ageway_exports_cut_total")).toContain(
    'ageway_exports_cut_total{export="checks"} 1',
  );
});
