import { readdirSync, readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { demo } from "#tests/e2e/support/demo.ts";
import { drawnPicture, outlineOf, PICTURES } from "#tests/e2e/support/docs-pictures.ts";
import { test } from "#tests/e2e/support/test.ts";

const FOLDER = "docs/integrate";

for (const picture of PICTURES)
  test(`${FOLDER}/${picture.file} shows the product of now (npm run pictures -- --project docs draws it)`, async ({
    page,
  }) => {
    const now = await drawnPicture(page, picture);
    expect(outlineOf(readFileSync(`${FOLDER}/${picture.file}`, "utf8"))).toEqual(outlineOf(now));
  });

test("every picture of the documents is one of these", () => {
  const drawn = PICTURES.map(({ file }) => file);
  expect(readdirSync(FOLDER).filter((name) => name.endsWith(".svg"))).toEqual(drawn.toSorted());
});

test("a reader sees the pictures of a chapter, in the size that was kept free for them", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  for (const chapter of ["hosted-flow", "dashboard", "gate-test"]) {
    await page.goto(`${demo.baseUrl}/docs/${chapter}`);
    const broken = await page.locator("main img").evaluateAll(async (all) => {
      const images = all as HTMLImageElement[];
      const heights = () => images.map((one) => Math.round(one.getBoundingClientRect().height));
      const before = heights();
      for (const one of images) one.loading = "eager";
      await Promise.all(images.map((one) => one.decode()));
      return heights().filter((height, n) => height === 0 || height !== before[n]);
    });
    expect(broken).toEqual([]);
  }
});
