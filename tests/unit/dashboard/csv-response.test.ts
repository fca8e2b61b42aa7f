import { expect, test } from "vitest";
import { csvFormOf, csvResponse } from "#app/(dashboard)/_lib/csv-response.ts";
import { log } from "#lib/observe/log.ts";
import { register } from "#lib/observe/metrics.ts";

log.level = "silent";

async function* breakingOff() {
  yield "reference,result\r\n";
  throw new Error("The database is away");
}

test("a download that breaks off is cut, and counted under its name", async () => {
  await expect(csvResponse("shop", "checks", breakingOff()).text()).rejects.toThrow();
  expect(await register.getSingleMetricAsString("ageway_exports_cut_total")).toContain(
    'ageway_exports_cut_total{export="checks"} 1',
  );
});

test("the pieces of many tables are made one at a time", async () => {
  let [making, most]: [number, number] = [0, 0];
  async function* pieces() {
    for (let n = 0; n < 3; n += 1) {
      making += 1;
      most = Math.max(most, making);
      await new Promise((next) => setImmediate(next));
      making -= 1;
      yield `${n}\r\n`;
    }
  }
  const tables = ["one", "one", "other"].map((shop) => csvResponse(shop, "checks", pieces()).text());
  expect([await Promise.all(tables), most]).toEqual([Array(3).fill("0\r\n1\r\n2\r\n"), 1]);
});

test.for([
  ["https://age.example/export", "da", { isSpreadsheet: false, delimiter: "," }],
  ["https://age.example/export?for=spreadsheet", "da,en;q=0.5", { isSpreadsheet: true, delimiter: ";", decimal: "," }],
  ["https://age.example/export?for=spreadsheet", "en-US", { isSpreadsheet: true, delimiter: ",", decimal: "." }],
  ["https://age.example/export?for=spreadsheet", "", { isSpreadsheet: true, delimiter: "," }],
] as const)("%s for a reader of %s", ([url, language, form]) => {
  expect(csvFormOf(new Request(url, { headers: { "Accept-Language": language } }))).toMatchObject(form);
});
