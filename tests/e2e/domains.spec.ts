import { expect } from "playwright/test";
import { startDns, type Zone } from "#tests/support/dns.ts";
import { enter } from "./support/dashboard-tour.ts";
import { test } from "./support/test.ts";

/** Where the demo of these tests asks; nobody else listens there. */
const DNS_SERVERS = String(process.env.DNS_SERVERS).split(",");

test("a domain is shown as verified within twelve seconds of its record, without a reload", async ({ page }) => {
  const zone: Zone = {};
  const servers = await Promise.all(DNS_SERVERS.map((at) => startDns(at, zone)));
  try {
    await enter(page, "/dashboard/domains");
    await page.getByLabel("Add a domain").fill("https://Shop-Of-A-Test.example/checkout?cart=1");
    await page.getByRole("button", { name: "Add domain" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("shop-of-a-test.example");
    await expect(page.getByText("No record there")).toBeVisible();
    const record = page.locator("dd code");
    const name = (await record.nth(1).textContent()) ?? "";
    const value = (await record.nth(3).textContent()) ?? "";
    expect(name).toBe("_ageway-challenge.shop-of-a-test.example");
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));

    zone[name] = { txt: [[`"${value}"`]] };
    await expect(page.getByText("There are quotation marks around the value")).toBeVisible({ timeout: 12_000 });

    zone[name] = { txt: [[value]] };
    await expect(page.getByText("The record is there")).toBeVisible({ timeout: 12_000 });
    await expect(page.getByText("Verified", { exact: true })).toBeVisible();
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  } finally {
    for (const server of servers) server.close();
  }
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the page of a new domain does not claim to look, and its button looks", async ({ page }) => {
    await enter(page, "/dashboard/domains");
    await page.getByLabel("Add a domain").fill("shop-without-script.example");
    await page.getByRole("button", { name: "Add domain" }).click();
    await expect(page.getByText("Once it is there, press Check now.")).toBeVisible();
    await expect(page.getByText("Checking…")).toBeHidden();
    await page.getByRole("button", { name: "Check now" }).click();
    await expect(page.getByText("press Check now")).toHaveCount(0);
    await expect(page.locator(".probe .notice")).toBeVisible();
  });
});
