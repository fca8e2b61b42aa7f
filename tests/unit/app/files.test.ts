import { expect, test } from "vitest";
import { csvFormOf, csvResponse } from "#app/_http/files.ts";
import { log } from "#lib/observe/log.ts";
import { register } from "#lib/observe/metrics.ts";

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

test.for([
  ["https://age.example/export", "da", { isSpreadsheet: false, delimiter: "," }],
  ["https://age.example/export?for=spreadsheet", "da,en;q=0.5", { isSpreadsheet: true, delimiter: ";", decimal: "," }],
  ["https://age.example/export?for=spreadsheet", "en-US", { isSpreadsheet: true, delimiter: ",", decimal: "." }],
  ["https://age.example/export?for=spreadsheet", "", { isSpreadsheet: true, delimiter: "," }],
] as const)("%s for a reader of %s", ([url, language, form]) => {
  expect(csvFormOf(new Request(url, { headers: { "Accept-Language": language } }))).toMatchObject(form);
});
