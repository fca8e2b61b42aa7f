import { type Browser, type BrowserContextOptions, test as base, type CDPSession, type Page } from "@playwright/test";
import { inFull } from "#tests/support/full.ts";
import { demo } from "./demo.ts";

// Playwright maps each frame of each stack to its source, at every step. Node runs these sources as they stand.
Object.assign(Error, { prepareStackTrace: undefined });

/**
 * Playwright's `test`, but tests of a worker share a window for each kind of browser: opening one costs Chromium more
 * than most pages. Each begins at an empty page without cookies, stored items, other tabs, listeners and held requests. On every run nothing
 * moves by itself: a mark that pulses takes a twelfth of a processor as long as it is shown.
 */
export const test = base.extend({
  context: async ({ browser, viewport, hasTouch, isMobile, javaScriptEnabled }, use) => {
    const page = await windowOf(browser, { viewport, hasTouch, isMobile, javaScriptEnabled });
    await page.emulateMedia({
      media: null,
      colorScheme: null,
      reducedMotion: inFull(null, "reduce"),
      forcedColors: null,
    });
    if (viewport) await page.setViewportSize(viewport);
    await use(page.context());
    await empty(page);
  },
  page: async ({ context }, use) => {
    const [page] = context.pages();
    if (!page) throw new Error("The window was closed");
    await use(page);
  },
});

const windows = new Map<string, Promise<Page>>();

function windowOf(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const kind = JSON.stringify(options);
  const page = windows.get(kind) ?? browser.newContext(options).then((context) => context.newPage());
  windows.set(kind, page);
  return page;
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Opened once for each window, too. */
function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}

async function empty(page: Page): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  page.removeAllListeners();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto("about:blank");
  await context.clearCookies();
  const session = await sessionOf(page);
  for (const origin of [demo.baseUrl, demo.shopUrl])
    await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "local_storage" });
}
