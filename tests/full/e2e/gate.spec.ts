import { expect } from "@playwright/test";
import { confirmAs, demo } from "#tests/e2e/support/demo.ts";
import { test } from "#tests/e2e/support/test.ts";
import { installExamples, startExample } from "#tests/support/example-shop.ts";

let examples: ReturnType<typeof installExamples>;
let shop: Awaited<ReturnType<typeof startExample>>;
test.beforeAll(async () => {
  examples = installExamples();
  const { testKey: pluginKey } = demo.organization;
  shop = await startExample(examples.folder, "express", { agewayUrl: demo.baseUrl, pluginKey });
});
test.afterAll(async () => {
  await shop.stop();
  examples.remove();
});

test("a gated shop sends a browser to the check and back, lets an adult buy, and leaves alone who turns back", async ({
  page,
}) => {
  await page.goto(shop.url);
  await page.getByRole("link", { name: "Buy" }).last().click();
  await page.getByRole("button", { name: "Cancel and go back to localhost" }).click();
  await expect(page.getByRole("heading")).toHaveText("Your age is not confirmed");
  expect(page.url()).toBe(`${shop.url}/checkout?wine=granskog`);
  await page.reload();
  await expect(page.getByRole("heading")).toHaveText("Your age is not confirmed");
  await page.getByRole("link", { name: "Try again" }).click();
  await confirmAs(page, "adult");
  await expect(page.getByRole("heading")).toHaveText("Checkout");
  expect(page.url()).toBe(`${shop.url}/checkout?wine=granskog`);
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByRole("heading")).toHaveText("Thank you");
});
