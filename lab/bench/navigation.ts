import { chromium, type Page } from "@playwright/test";
import { CHROMIUM } from "#tests/support/chromium.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { awaitPages } from "./dashboard.ts";
import { quantile } from "./quantile.ts";
import { makeShop } from "./shop.ts";
import { inBenchWorld, SERVER } from "./world.ts";

const ROUNDS = 10;
const LIMIT_MS = 100;
const LINKS = ["Checks", "Connect", "Keys", "Domains", "Billing", "Team", "Audit log", "Settings"];

/** From the press on a link of the navigation to the heading of its page, in Chromium: with a pointer that came there before, and without. */
await inBenchWorld(async (world) => {
  const { organizationId } = await makeShop();
  const server = await world.start(SERVER);
  await awaitPages(server);
  const base = `http://localhost:${server.port}`;
  const { cookie } = await signedIn({ of: organizationId });
  const browser = await chromium.launch(CHROMIUM);
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const [name = "", value = ""] = cookie.split(";")[0]?.split("=") ?? [];
    await context.addCookies([{ name, value, url: base }]);
    const page = await context.newPage();
    await page.goto(`${base}/dashboard`);
    await page.waitForLoadState("networkidle");
    const times = { plain: [] as number[], prefetched: [] as number[] };
    // What was fetched ahead stays for a while, so the rounds without it come first. The first of them warms the server.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const link of LINKS) {
        const took = await open(page, link);
        if (round > 0) times.plain.push(took);
      }
    for (let round = 0; round < ROUNDS; round += 1)
      for (const link of LINKS) {
        await approach(page, link);
        times.prefetched.push(await open(page, link));
      }
    for (const [how, all] of Object.entries(times)) {
      const sorted = all.toSorted((a, b) => a - b);
      const [p50, p95] = [quantile(sorted, 0.5), quantile(sorted, 0.95)].map((ms) => ms.toFixed(0));
      console.log(`${how}: p50 ${p50} ms, p95 ${p95} ms of ${all.length} presses`);
    }
    const isMet =
      quantile(
        times.prefetched.toSorted((a, b) => a - b),
        0.5,
      ) <= LIMIT_MS;
    console.log(`prefetched p50 ${isMet ? "within" : "NOT within"} ${LIMIT_MS} ms`);
    process.exitCode = isMet ? 0 : 1;
  } finally {
    await browser.close();
  }
});

/** The pointer comes to the link, and stays until nothing is loading any more. */
async function approach(page: Page, name: string): Promise<void> {
  await page.mouse.move(640, 780);
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name }).hover();
  await page.waitForLoadState("networkidle");
}

/** In milliseconds, by the clock of the page. Its own `click()` moves no pointer. */
function open(page: Page, name: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((done) => {
        const link = [...document.querySelectorAll<HTMLElement>("nav a")].find(
          (one) => one.innerText.trim() === wanted,
        );
        const heading = () => document.querySelector("h1")?.textContent;
        const began = performance.now();
        const observer = new MutationObserver(() => {
          if (heading() !== wanted) return;
          observer.disconnect();
          done(performance.now() - began);
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        link?.click();
      }),
    name,
  );
}
