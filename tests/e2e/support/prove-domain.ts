import { expect, type Page } from "@playwright/test";
import { startDns, type Zone } from "#tests/support/dns.ts";
import { enter } from "./dashboard-tour.ts";

/** Where the demo of these tests asks; nobody else listens there. */
const DNS_SERVERS = String(process.env.DNS_SERVERS).split(",");

/** Adds a domain, and watches its page find the record, first with a mistake. `limit`: how long the page may take each time. */
export async function proveDomain(page: Page, limit: { timeout?: number } = {}): Promise<void> {
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
    await expect(page.getByText("There are quotation marks around the value")).toBeVisible(limit);

    zone[name] = { txt: [[value]] };
    await expect(page.getByText("The record is there")).toBeVisible(limit);
    await expect(page.getByText("Verified", { exact: true })).toBeVisible();
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  } finally {
    for (const server of servers) server.close();
  }
}
