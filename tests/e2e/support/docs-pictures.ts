import type { Page } from "@playwright/test";
import { BASE_URL_IN_DOCS, KEY_IN_DOCS } from "#app/(docs)/_docs/built-docs.ts";
import { dayOf, daysAfter } from "#lib/base/time.rules.ts";
import { setSubscription } from "#lib/billing/subscription.ts";
import { OPERATOR } from "#lib/core/actor.ts";
import { verifyDomainManually } from "#lib/domains/domain.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { createOrganization } from "#lib/organizations/organization.ts";
import { tabAfter } from "./click-counter.ts";
import { done, exampleOwner, newcomer } from "./dashboard.ts";
import { signInAs } from "./dashboard-tour.ts";
import { chooseAs, demo } from "./demo.ts";
import { type DrawnPart, drawingOf } from "./drawing.ts";
import { generator, goToEid } from "./verify-tour.ts";

/** A picture of the documentation: a file of `docs/integrate`, its window, how to come to what it shows, and the part of that. */
export type DocsPicture = {
  file: string;
  window: { width: number; height: number };
  lead: (page: Page) => Promise<unknown>;
  part: DrawnPart;
};

/** A page is as high as its text. What says that this is a demo is left out. */
const PHONE = { window: { width: 344, height: 240 }, part: { root: "body", without: ".mode", scale: 0.8 } };
const [WIDE, WIDER] = [1024, 1280].map((width) => ({ window: { width, height: 800 } })) as [
  Pick<DocsPicture, "window">,
  Pick<DocsPicture, "window">,
];
const SHEET = "main > :first-child";

/** What a visitor meets on the way, then what members see. */
export const PICTURES: readonly DocsPicture[] = [
  { file: "start.svg", ...PHONE, lead: async (page) => page.goto(await linkOfShop()) },
  { file: "waiting.svg", ...PHONE, lead: async (page) => page.goto((await atEid(page)).link) },
  { file: "too-young.svg", ...PHONE, lead: endAs("seventeen") },
  { file: "no-answer.svg", ...PHONE, lead: endAs("timeout") },
  {
    file: "sandbox-eid.svg",
    ...PHONE,
    lead: async (page) => page.goto((await atEid(page)).eid),
  },
  {
    file: "overview.svg",
    ...WIDE,
    // Days that are over: every check of theirs has ended, at any hour.
    lead: (page) => enterExample(page, `/dashboard?since=${dayAgo(31)}&until=${dayAgo(2)}`),
    part: { root: SHEET, to: "section > section" },
  },
  { file: "connect.svg", ...WIDER, lead: afterTestCheck, part: { root: SHEET, height: 714 } },
  {
    file: "check.svg",
    ...WIDER,
    lead: async (page) => {
      await enterExample(page, "/dashboard/checks?result=confirmed&provider=b");
      await page.locator("main tbody a").first().click();
      await page.getByRole("complementary").getByText("Link made").waitFor();
    },
    part: { root: SHEET, from: "div:has(> aside)", height: 450 },
  },
  {
    file: "gate-test.svg",
    ...WIDE,
    lead: async (page) => {
      // Without runs of its own the page shows one.
      await signInAs(page, await newcomer());
      await page.goto(`${demo.baseUrl}/dashboard/gate-test`);
    },
    part: { root: SHEET, from: "form + section", to: "form + section" },
  },
];

/** Goes there and draws it. What is another on each machine is written as the documents write it. */
export async function drawnPicture(page: Page, { window, lead, part }: DocsPicture): Promise<string> {
  await page.setViewportSize(window);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await lead(page);
  const drawn = await drawingOf(page, part);
  return drawn
    .replaceAll(demo.baseUrl, BASE_URL_IN_DOCS)
    .replaceAll(/pk_test_\w{20,}/g, KEY_IN_DOCS)
    .replaceAll(/pk_test_\w+…\w+/g, "pk_test_you…_key");
}

/**
 * What a drawing shows, as sets that are the same on another day: its words without figures, days and references; its elements with
 * their classes; the rules of its sheet.
 */
export function outlineOf(drawing: string) {
  const [, sheet = "", body = ""] = /<style>(.*?)<\/style>(.*)/s.exec(drawing) ?? [];
  const words = [...body.matchAll(/>([^<>]+)</g)].map(([, text = ""]) =>
    text
      .replace(/\b(?:[2-9A-HJ-NP-Z]{4}[\s\u00a0]?){2}\b/g, "…")
      .replace(
        /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Today|Yesterday)\b/g,
        "",
      )
      .replace(/Another browser|Cookies blocked/, "…")
      .replace(/\b(?:tasting\.)?(?=shop\.example)/g, "")
      .replace(/[\d.,:\s\u00a0\u202f]+/g, " ")
      .trim(),
  );
  const looks = [...body.matchAll(/<([a-z]\w*)(?: [^<>]*?class="([^"]*)")?/g)].map(
    ([, tag, name]) => `${tag} ${name ?? ""}`,
  );
  // In the first hours of a month nothing was spent.
  const ofEachDay = words.filter((one) => !/this month’s spend cap|is spent|Review the cap/.test(one));
  return { words: setOf(ofEachDay), looks: setOf(looks), rules: setOf(sheet.split("\n")) };
}

function setOf(all: readonly string[]): string[] {
  return [...new Set(all)].toSorted();
}

function dayAgo(days: number): string {
  return dayOf(daysAfter(Date.now(), -days));
}

async function enterExample(page: Page, path: string): Promise<void> {
  await signInAs(page, await exampleOwner());
  await page.goto(`${demo.baseUrl}${path}`);
}

/** Connect, after its test check has gone well. */
async function afterTestCheck(page: Page): Promise<void> {
  await signInAs(page, await newcomer());
  await page.goto(`${demo.baseUrl}/dashboard/connect?mode=test`);
  await page.getByRole("button", { name: "Run a test check" }).click();
  const tab = await tabAfter(page, () => page.getByRole("link", { name: "Open the test check" }).click());
  await tab.getByRole("button", { name: /^Confirm with/ }).click();
  await chooseAs(tab, "adult");
  await page.getByText("It works.").waitFor();
}

/** The link of a check for a shop that has no colour or logo of its own. */
async function linkOfShop(): Promise<string> {
  const { id } = done(await createOrganization(OPERATOR, "Wine shop"));
  done(await verifyDomainManually(OPERATOR, { organizationId: id, host: "shop.example", includeSubdomains: false }));
  done(await setSubscription(OPERATOR, id, { status: "active", currency: "EUR", priceSMinor: 0, priceBMinor: 0 }));
  const { key } = done(await createKey(OPERATOR, { organizationId: id, mode: "live", label: "" }));
  const answer = await fetch(generator({ key, domain: "https://shop.example/" }));
  return ((await answer.json()) as { url: string }).url;
}

async function atEid(page: Page) {
  return goToEid(page.context(), await linkOfShop());
}

function endAs(persona: string) {
  return async (page: Page) => {
    const { link, eid } = await atEid(page);
    await page.request.post(eid, { form: { persona } });
    await page.goto(link);
  };
}
