import { readdirSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { periodAfter, periodOf, startOf } from "#lib/base/time.rules.ts";
import { alertKeys, alertSpending } from "#lib/billing/alerts.ts";
import { closeMonthOf } from "#lib/billing/close-months.ts";
import { agreementOf } from "#lib/billing/plan-cost.rules.ts";
import { setPlan } from "#lib/billing/plans.ts";
import { choosePlan } from "#lib/billing/subscription.ts";
import { claimDomain } from "#lib/domains/proof.ts";
import { recheckDomains } from "#lib/domains/recheck.ts";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import { sendWaitingMail } from "#lib/mail/mail.ts";
import { invite } from "#lib/organizations/invitation.ts";
import { addOwner } from "#lib/organizations/member.ts";
import { database } from "#lib/runtime/database.ts";
import { mailCode } from "#lib/sign-in/code.ts";
import { finishLinks, requestLink } from "#lib/sign-in/link.ts";
import { startApp } from "#tests/support/app.ts";
import { textOf } from "#tests/support/dashboard.ts";
import { generate } from "#tests/support/gateway.ts";
import { backendOf, keyOf } from "#tests/support/key.ts";
import { past } from "#tests/support/ledger.ts";
import { newOrganization, TEST_PLAN } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { freePort } from "#tests/support/ports.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { startSmtp } from "#tests/support/smtp.ts";

const OPERATOR = { kind: "operator" } as const;
const HOUR_MS = 3_600_000;

/** Its reader is also a member of an organization that comes first by its name. */
const NAME = "Vin & <Kælder>";
const smtp = await startSmtp();
const port = await freePort();
let app: Awaited<ReturnType<typeof startApp>>;
let shop: Awaited<ReturnType<typeof newOrganization>>;
let reader: Awaited<ReturnType<typeof signedIn>>;
const made = { invoice: 0, braked: "" };
const lostHost = () => `lost-${shop.id.slice(-12)}.internal`;

/** Each file that writes e-mails: how one comes to be, as whoever reads it finds it. Stripe's is written in `follow.test.ts`. */
const WRITERS: Record<string, () => Promise<unknown>> = {
  "lib/billing/alerts.ts": async () => {
    for (const priceMinor of [750, 250]) {
      await past(shop, [{ at: new Date(), priceMinor }]);
      await alertSpending();
    }
    const hour = (checks: number, ago: number) =>
      past(
        shop,
        Array.from({ length: checks }, () => ({ at: new Date(Date.now() - ago * HOUR_MS), priceMinor: 0 })),
      );
    await hour(1, 96);
    await hour(41, 0.5);
    await alertKeys();
  },
  "lib/billing/close-months.ts": async () => {
    const month = periodAfter(periodOf(new Date()), -1);
    await past(shop, [{ at: startOf(month) }]);
    for (const { number } of await closeMonthOf(shop.id, month)) made.invoice = number;
  },
  "lib/billing/plan-email.ts": async () => {
    await setPlan(OPERATOR, TEST_PLAN);
    await choosePlan(OPERATOR, shop.id, TEST_PLAN.id, agreementOf(TEST_PLAN));
  },
  "lib/billing/stripe/follow.ts": async () => {},
  "lib/domains/recheck.ts": async () => {
    await claimDomain(OPERATOR, { organizationId: shop.id, host: "lost.example", includeSubdomains: false });
    // A name that nobody can own is not looked for.
    await database().execute(
      sql`UPDATE domain SET host = ${lostHost()}, verified_at = now(), last_verified_at = now() WHERE host = 'lost.example'`,
    );
    await recheckDomains();
    await database().execute(
      sql`UPDATE domain SET missing_since = now() - interval '7 days' WHERE host = ${lostHost()}`,
    );
    await recheckDomains();
  },
  "lib/organizations/invitation.ts": () => invite(OPERATOR, shop.id, "guest@shop.example", "viewer"),
  "lib/organizations/member.ts": () => addOwner(OPERATOR, shop.id, "owner@shop.example"),
  "lib/sign-in/code.ts": () => mailCode(reader.actor),
  "lib/sign-in/email.ts": async () => {
    await requestLink(reader.email, "/dashboard/keys");
    await finishLinks();
  },
  "lib/verification/brake.ts": async () => {
    const key = await keyOf(shop.id, "live", "Till");
    made.braked = key;
    await changeKeySettings(OPERATOR, key, { acceptedPerHour: 1 });
    const headers = await backendOf(key);
    for (let n = 0; n < 2; n += 1) await generate("b", { ...shop, key, headers });
  },
};

beforeAll(async () => {
  const base = `http://localhost:${port}`;
  const settings = { SMTP_URL: smtp.url, MAIL_FROM: "Ageway <no-reply@age.example>", BASE_URL: base };
  await enterOwnDatabase({ ...settings, SIGN_IN_ISSUER: "" });
  shop = await newOrganization({ terms: { spendCapMinor: 1_000 } });
  const other = await newOrganization();
  reader = await signedIn({ of: shop.id });
  await database().execute(sql`UPDATE organization SET name = ${NAME}, time_zone = 'Asia/Tokyo' WHERE id = ${shop.id}`);
  await database().execute(sql`UPDATE organization SET name = 'Another shop' WHERE id = ${other.id}`);
  await database().execute(
    sql`INSERT INTO member (organization_id, user_id, role) VALUES (${other.id}, ${reader.id}, 'owner')`,
  );
  for (const write of Object.values(WRITERS)) await write();
  await sendWaitingMail();
  // After that: the server would send them, too.
  const { DATABASE_URL = "" } = process.env;
  app = await startApp({ ...inject("env"), DATABASE_URL, BASE_URL: base }, port);
});
afterAll(async () => {
  await app?.kill();
  await smtp.close();
});

/** The e-mails that are about something, as they were received. */
function received(about: string) {
  const found = smtp.received.filter(({ mail }) => mail.subject?.includes(about));
  if (found.length === 0) throw new Error(`No e-mail is about ${about}`);
  return found.map(({ mail }) => ({ subject: mail.subject ?? "", text: mail.text ?? "", html: mail.html ?? "" }));
}

const linkIn = (text: string) => /^https?:\S+$/m.exec(text)?.[0] ?? "";

/** Where a browser ends that follows an address, and what it shows. */
async function opened(address: string, cookie = "") {
  let [url, jar] = [new URL(address), cookie];
  for (let n = 0; n < 5; n += 1) {
    const answer = await fetch(url, { redirect: "manual", headers: { cookie: jar } });
    jar = [jar, ...answer.headers.getSetCookie().map((line) => line.split(";")[0])].filter(Boolean).join("; ");
    const location = answer.headers.get("location");
    if (location === null) return { status: answer.status, url, jar, text: textOf(await answer.text()) };
    url = new URL(location, url);
  }
  throw new Error(`${address} leads in circles`);
}

test("every file that writes an e-mail is tried here", () => {
  const files = readdirSync("lib", { recursive: true, encoding: "utf8" }).map((name) => `lib/${name}`);
  const writing = files.filter(
    (name) => /^lib\/(?!mail\/).*\.ts$/.test(name) && /^\s+fact: /m.test(readFileSync(name, "utf8")),
  );
  expect(writing.toSorted()).toEqual(Object.keys(WRITERS));
});

type Page = { pathOf: () => string; isAboutShop: boolean; isForMembers: boolean };
const dashboard = (pathOf: () => string, isAboutShop = true): Page => ({
  pathOf: () => `/dashboard${pathOf()}`,
  isAboutShop,
  isForMembers: true,
});
const anyones = (path: string): Page => ({ pathOf: () => path, isAboutShop: false, isForMembers: false });

test.for([
  ["75 % of the spend cap used", dashboard(() => "/billing/plan"), "cap"],
  ["spend cap reached", dashboard(() => "/billing/plan"), "cap"],
  ["unusual use of the key", dashboard(() => `/keys/${shop.key}`), "Rotate"],
  ["invoice ", dashboard(() => `/billing/invoices/${made.invoice}`), "Check this document"],
  ["now on Starter", dashboard(() => "/billing/plan"), "Starter"],
  ["for lost-", dashboard(() => `/domains/${lostHost()}`), "Put this record back|Add this record"],
  ["the key “Till” is paused", dashboard(() => `/keys/${made.braked}`), "This key is paused"],
  ["you are now an owner", dashboard(() => ""), "Overview"],
  ["invited to join", anyones("/invitation"), "guest@shop.example"],
  ["is your Ageway code", dashboard(() => "/account", false), "Your sessions"],
  ["Sign in to Ageway", anyones("/sign-in/link"), "Sign in"],
] as const)(
  "the link of %s opens exactly that page, of the organization that it is about",
  async ([about, page, shown]) => {
    for (const { subject, text } of received(about)) {
      if (page.isAboutShop || about === "invited to join") expect(subject).toMatch(/^Vin & <Kælder>: /);
      const link = linkIn(text);
      const found = await opened(link, reader.cookie);
      expect(found).toMatchObject({ status: 200, url: { search: page.isAboutShop ? "" : new URL(link).search } });
      expect(found.url.pathname).toBe(page.pathOf());
      expect(found.text).toMatch(new RegExp(shown));
      if (page.isAboutShop) expect(found.jar).toContain(`ageway-organization=${shop.id}`);
      const asStranger = await opened(link);
      expect(asStranger.status).toBe(200);
      expect(asStranger.url.pathname).toBe(page.isForMembers ? "/sign-in" : page.pathOf());
      if (page.isForMembers) expect(asStranger.url.searchParams.get("next")).toBe(found.url.pathname);
    }
  },
);

test("text and HTML of each have the same words and the same link, as one button, in 3 KB", () => {
  expect(smtp.received.length).toBeGreaterThanOrEqual(12);
  for (const { subject, text, html } of received("")) {
    const link = linkIn(text);
    const plain = (words: string) => words.replaceAll(/\s+/g, " ").trim();
    const body = html.slice(html.indexOf("<body"));
    const read = textOf(body).replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    expect(plain(read)).toBe(plain(text.replace(`:\n${link}`, "")));
    const [button, ...others] = body.match(/<(?:a|img|script|form)\b[^>]*>/g) ?? [];
    expect([others, button?.includes(`href="${link.replaceAll("&", "&#38;")}"`)], subject).toEqual([[], true]);
    expect(Buffer.byteLength(html), subject).toBeLessThanOrEqual(3_072);
  }
});

test("times are those of the organization", () => {
  for (const about of ["is missing", "invited to join"])
    for (const { text } of received(about)) expect(text).toMatch(/\d{1,2} \w+ \d{4} at \d\d:\d\d \(Asia\/Tokyo\)/);
});
