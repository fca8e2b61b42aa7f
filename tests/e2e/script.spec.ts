import { expect } from "@playwright/test";
import { confirmAs, demo, expectShopShows, openCheck } from "./support/demo.ts";
import { test } from "./support/test.ts";

test("a check that the page's own script starts, by fetch from another origin", async ({ page }) => {
  await page.goto(`${demo.shopUrl}/checkout?wine=granskog`);
  await page.getByText("Other ways to start a check").click();
  await page.getByRole("button", { name: "By a script, to /url_generator_b" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Confirm that you are 18 or over/);
  await confirmAs(page, "adult");
  await expectShopShows(page, "18+ confirmed");
});

test("the device id is a UUID of this browser, made once and kept", async ({ page }) => {
  const id = async () => {
    await page.goto(`${demo.shopUrl}/health`);
    await page.addScriptTag({ url: `${demo.baseUrl}/device_id.js` });
    return page.evaluate(() => localStorage.getItem("service_device_id"));
  };
  const first = await id();
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(await id()).toBe(first);
});

test("our pages ship no script and ask nobody else for anything", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await openCheck(page, "eID S");
  const ours = asked.filter((url) => url.startsWith(`${demo.baseUrl}/verify/`));
  asked.length = 0;
  await page.reload();
  expect(ours).toHaveLength(1);
  expect(asked).toEqual([page.url()]);
  expect(await page.locator("script, link[rel=stylesheet]").count()).toBe(0);
});

test("a shop's script that may not call us learns why, in words it can show", async ({ page }) => {
  await page.goto(`${demo.shopUrl}/checkout`);
  const answer = await page.evaluate(async (base) => {
    const refused = await fetch(
      `${base}/api/url_generator_b/pk_live_unknown/some-device/18?domain=https%3A%2F%2Fx.example`,
    );
    return [refused.status, refused.headers.get("Ageway-Reason"), await refused.json()];
  }, demo.baseUrl);
  expect(answer).toEqual([403, "plugin_key_unknown", { url: "https://x.example" }]);
});
