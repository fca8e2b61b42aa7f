import { crc32, deflateSync } from "node:zlib";
import type { BrowserContext, BrowserContextOptions, Page, Response } from "@playwright/test";
import postgres from "postgres";
import { setSubscription } from "#lib/billing/subscription.ts";
import { OPERATOR } from "#lib/core/actor.ts";
import { LANGUAGES, type Language } from "#lib/core/language.rules.ts";
import { verifyDomainManually } from "#lib/domains/domain.ts";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { setLogo } from "#lib/organizations/branding.ts";
import { createOrganization } from "#lib/organizations/organization.ts";
import { done } from "./dashboard.ts";
import { demo } from "./demo.ts";

/**
 * A screen, and how a person gets there. `lead` walks there once and says where it stands; from then on it can be read
 * again in every language. `returnsWithToken`: the page offers a way back to the shop that carries a token.
 */
export type Stop = {
  name: string;
  /** The `Ageway-Reason` of the page; a page on which nothing went wrong gives none. */
  code: string | null;
  status: number;
  returnsWithToken?: boolean;
  context?: BrowserContextOptions;
  lead: (page: Page) => Promise<string>;
  open?: (page: Page, url: string) => Promise<Response | null>;
};

const INSTAGRAM =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22G86 Instagram 396.0.0.26.241";

/** Every screen of the hosted flow (screens.md §1). */
export const TOUR: readonly Stop[] = [
  { name: "start", code: null, status: 200, returnsWithToken: true, lead: newLink },
  { name: "start-longest", code: null, status: 200, lead: longestLink },
  { name: "waiting", code: null, status: 200, returnsWithToken: true, lead: leadToEid },
  {
    name: "waiting-looked",
    code: null,
    status: 200,
    returnsWithToken: true,
    lead: async (page) => `${await leadToEid(page)}&do=check`,
  },
  { name: "too_young", code: "too_young", status: 200, returnsWithToken: true, lead: as("seventeen") },
  { name: "cancelled", code: "cancelled", status: 200, returnsWithToken: true, lead: as("cancel") },
  { name: "eid_timeout", code: "eid_timeout", status: 200, returnsWithToken: true, lead: as("timeout") },
  { name: "eid_no_age", code: "eid_no_age", status: 200, returnsWithToken: true, lead: as("no-birthdate") },
  { name: "eid_refused", code: "eid_refused", status: 200, returnsWithToken: true, lead: as("wrong-nonce") },
  { name: "eid_down", code: "eid_down", status: 503, returnsWithToken: true, lead: as("down") },
  { name: "expired", code: "expired", status: 410, lead: leadToExpired },
  { name: "forgotten", code: "forgotten", status: 410, lead: leadToPurged },
  { name: "used", code: "used", status: 410, lead: leadToUsed },
  { name: "other_browser", code: "other_browser", status: 409, lead: leadToOtherBrowser },
  {
    name: "in_app_browser",
    code: "in_app_browser",
    status: 200,
    returnsWithToken: true,
    context: { userAgent: INSTAGRAM },
    lead: newLink,
  },
  {
    name: "cookies_blocked",
    code: "cookies_blocked",
    status: 200,
    returnsWithToken: true,
    lead: newLink,
    open: withoutCookies,
  },
  {
    name: "shop_unavailable",
    code: "plugin_key_unknown",
    status: 403,
    lead: async () => generator({ key: "pk_live_unknown" }),
  },
  {
    name: "domain_not_verified",
    code: "domain_not_verified",
    status: 403,
    lead: async () => generator({ domain: "https://unknown.example/" }),
  },
  { name: "link_incomplete", code: "link_incomplete", status: 400, lead: async () => `${demo.baseUrl}/verify/b` },
  { name: "rate_limited", code: "rate_limited", status: 429, lead: leadToRateLimit },
  {
    name: "internal",
    code: "speculative_load",
    status: 503,
    context: { extraHTTPHeaders: { "Sec-Purpose": "prefetch" } },
    lead: async () => generator({}),
  },
  { name: "not_found", code: "not_found", status: 404, lead: async () => `${demo.baseUrl}/nothing-here` },
  { name: "examined", code: null, status: 200, lead: linkOfRun },
];

export { LANGUAGES };

/** Reads a screen in a language. */
export function openView(page: Page, stop: Stop, url: string, language: Language): Promise<Response | null> {
  const inLanguage = `${url}${url.includes("?") ? "&" : "?"}lang=${language}`;
  return stop.open ? stop.open(page, inLanguage) : page.goto(inLanguage);
}

let devices = 0;

export function generator({
  key = demo.organization.liveKey,
  domain = `${demo.shopUrl}/checkout?wine=granskog#age`,
  device = newDevice(),
}): string {
  return `${demo.baseUrl}/api/url_generator_b/${key}/${device}/18?domain=${encodeURIComponent(domain)}`;
}

function newDevice(): string {
  devices += 1;
  return `tour-${process.pid}-${Math.random().toString(36).slice(2)}-${devices}`;
}

async function newLink(): Promise<string> {
  const { url } = (await (await fetch(generator({}))).json()) as { url: string };
  return url;
}

/** Of a shop that the gate test examines. */
async function linkOfRun(): Promise<string> {
  const wanted = { plugin_key: demo.organization.testKey, shop: demo.shopUrl };
  const headers = { "Content-Type": "application/json" };
  const opened = await fetch(`${demo.baseUrl}/doctor`, { method: "POST", headers, body: JSON.stringify(wanted) });
  const { address } = (await opened.json()) as { address: string };
  const call = generator({ key: demo.organization.testKey }).replace(demo.baseUrl, address);
  return ((await (await fetch(call)).json()) as { url: string }).url;
}

/** A shop whose name and logo are as long as they may be, and whose host is as long as they come. */
async function longestLink(): Promise<string> {
  const { id } = done(await createOrganization(OPERATOR, "Wein & Würste ".repeat(6).slice(0, 80).trim()));
  const host = "weinhandlung-und-feinkost-am-alten-marktplatz.shop.example";
  done(await verifyDomainManually(OPERATOR, { organizationId: id, host, includeSubdomains: false }));
  const free = { currency: "EUR", priceSMinor: 0, priceBMinor: 0 };
  done(await setSubscription(OPERATOR, id, { status: "active", ...free }));
  done(await setLogo(OPERATOR, id, wideLogo()));
  const { key } = done(await createKey(OPERATOR, { organizationId: id, mode: "live", label: "" }));
  const { url } = (await (await fetch(generator({ key, domain: `https://${host}/` }))).json()) as { url: string };
  return url;
}

/** A PNG (RFC 2083) as wide as a logo may be, of one colour. */
function wideLogo(): Buffer {
  const [width, height] = [2000, 20];
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const row = Buffer.alloc(width + 1, 0x60);
  // The first byte of a row names its filter: none.
  row.writeUInt8(0, 0);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

/** Confirms as the button does, without a page: how a visitor walks there is in verify.spec.ts. Answers the eID's address, too. */
export async function goToEid({ request }: BrowserContext, made?: string): Promise<{ link: string; eid: string }> {
  const link = made ?? (await newLink());
  await request.get(link);
  const atEid = await request.post(`${link}&do=confirm`);
  return { link, eid: atEid.url() };
}

async function leadToEid(page: Page): Promise<string> {
  return (await goToEid(page.context())).link;
}

function as(persona: string) {
  return async (page: Page): Promise<string> => {
    const { link, eid } = await goToEid(page.context());
    await page.request.post(eid, { form: { persona } });
    return link;
  };
}

async function leadToExpired(page: Page): Promise<string> {
  const link = await newLink();
  await page.request.get(link);
  await inDatabase(
    async (sql) =>
      sql`UPDATE verification SET created_at = now() - interval '11 minutes' WHERE id = ${await idOf(page)}`,
  );
  return link;
}

async function leadToPurged(page: Page): Promise<string> {
  const link = await newLink();
  await page.request.get(link);
  await inDatabase(async (sql) => sql`DELETE FROM verification WHERE id = ${await idOf(page)}`);
  return link;
}

async function leadToUsed(page: Page): Promise<string> {
  const link = await leadToEid(page);
  await page.context().clearCookies();
  return link;
}

/** The answer of an eID whose app opens the system's own browser. */
async function leadToOtherBrowser(page: Page): Promise<string> {
  const { eid } = await goToEid(page.context());
  let answered = await page.request.post(eid, { form: { persona: "adult" }, maxRedirects: 0 });
  let callback = answered.headers().location ?? "";
  while (!callback.startsWith(demo.baseUrl)) {
    answered = await page.request.get(new URL(callback, answered.url()).href, { maxRedirects: 0 });
    callback = answered.headers().location ?? "";
  }
  await page.context().clearCookies();
  return (await page.request.get(callback, { maxRedirects: 0 })).headers().location ?? "";
}

async function leadToRateLimit(): Promise<string> {
  const { id: organizationId } = demo.organization;
  const { key } = done(await createKey(OPERATOR, { organizationId, mode: "live", label: "" }));
  done(await changeKeySettings(OPERATOR, key, { callsPerMinute: 1 }));
  const url = generator({ key });
  await fetch(url);
  return url;
}

async function withoutCookies(page: Page, url: string): Promise<Response | null> {
  await page.goto(url);
  await page.context().clearCookies();
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.locator(".first").click();
  return answered;
}

/** The cookie that ties a check to a browser is named after the check. */
async function idOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies(demo.baseUrl);
  return cookies.find(({ name }) => name.startsWith("ageway-check-"))?.name.slice("ageway-check-".length) ?? "";
}

export async function inDatabase(work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(demo.databaseOwnerUrl, { max: 1 });
  await work(sql);
  await sql.end();
}
