import { expect, type Page } from "playwright/test";
import { periodAfter, periodOf } from "#lib/billing/period.rules.ts";
import { verifyDomainManually } from "#lib/domains/domain.ts";
import { claimDomain } from "#lib/domains/proof.ts";
import { createKey, listKeys } from "#lib/keys/plugin-key.ts";
import { startTestCheck } from "#lib/verification/test-check.ts";
import { furnished, inDebt, inTrouble, invitationTo, linkFor, memberOf, newcomer, type Seat } from "./dashboard.ts";
import { chooseAs, demo } from "./demo.ts";
import { inDatabase } from "./verify-tour.ts";

/**
 * A page of the dashboard in one of its states. `who`: sits there, or nobody who is signed in. `at`: its address. `permission`: what
 * is done there before one looks.
 */
export type DeskStop = {
  name: string;
  who?: () => Promise<Seat>;
  at: string | ((seat: Seat | null) => Promise<string>);
  permission?: (page: Page) => Promise<unknown>;
  status?: number;
  /** Something is open over the page, which is only there on a phone. */
  phone?: boolean;
};

const owner = () => newcomer();
const viewer = async () => memberOf((await furnished()).organization, "viewer");
const DASHBOARD = "/dashboard";
const [CONNECT, KEYS, DOMAINS, ACTIVITY, BILLING, TEAM, AUDIT, SETTINGS] = [
  "connect",
  "keys",
  "domains",
  "activity",
  "billing",
  "team",
  "audit",
  "settings",
].map((name) => `/dashboard/${name}`) as [string, string, string, string, string, string, string, string];

/** The pages around the dashboard. */
const LOBBY: readonly DeskStop[] = [
  { name: "sign-in", at: "/sign-in" },
  ...["email_invalid", "link_dead", "provider_down", "provider_refused", "unavailable", "signed_out", "again"].map(
    (problem) => ({ name: `sign-in.${problem}`, at: `/sign-in?problem=${problem}` }),
  ),
  { name: "sign-in-sent", at: "/sign-in/sent" },
  { name: "sign-in-link", at: () => linkFor("somebody@shop.example") },
  { name: "sign-in-link.dead", at: "/sign-in/link?token=none" },
  { name: "inbox", at: "/inbox" },
  { name: "welcome", who: owner, at: "/welcome" },
  { name: "welcome.refused", who: owner, at: "/welcome", permission: refused("Create", { Name: "   " }) },
  { name: "invitation", who: owner, at: (seat) => invited(seat?.email) },
  { name: "invitation.nobody", at: () => invited("new@shop.example") },
  { name: "invitation.somebody-else", who: owner, at: () => invited("new@shop.example") },
  { name: "invitation.dead", at: "/invitation?token=none" },
  { name: "account", who: owner, at: "/account" },
  { name: "test-check.confirmed", who: owner, at: "/dashboard", permission: checkAs("adult") },
  { name: "test-check.not-confirmed", who: owner, at: "/dashboard", permission: checkAs("seventeen") },
  { name: "test-check", at: "/test-check" },
];

/** A new stop is one line. */
const PAGES: readonly DeskStop[] = [
  { name: "overview", who: furnished, at: DASHBOARD, permission: unfoldAll },
  { name: "overview.new", who: owner, at: DASHBOARD },
  { name: "overview.trouble", who: inTrouble, at: DASHBOARD },
  { name: "connect", who: owner, at: CONNECT },
  { name: "connect.check", who: owner, at: CONNECT, permission: press("Run a test check", "Make another") },
  { name: "connect.calls", who: furnished, at: CONNECT, permission: tabs },
  { name: "keys", who: furnished, at: KEYS },
  { name: "keys.refused", who: owner, at: KEYS, permission: refused("Make the key", { Label: "x".repeat(81) }) },
  { name: "key", who: furnished, at: keyPage("live") },
  { name: "key.longest", who: furnished, at: keyPage("test") },
  { name: "key.replaced", who: furnished, at: keyPage("ending") },
  { name: "key.revoked", who: furnished, at: keyPage("revoked") },
  {
    name: "key.refused",
    who: furnished,
    at: keyPage("live"),
    permission: refused("Revoke the key", { "Type Web": "Web" }),
  },
  {
    name: "key.limit-refused",
    who: furnished,
    at: keyPage("live"),
    permission: refused("Save the limit", { "Calls a minute": "many" }),
  },
  { name: "key.locked", who: owner, at: newLiveKey, permission: lockedTwice },
  {
    name: "key.saved",
    who: furnished,
    at: keyPage("live"),
    permission: press("Save the label", "The label is saved."),
  },
  { name: "domains", who: owner, at: domainsWith("dns") },
  { name: "domains.new", who: owner, at: `${DOMAINS}?add=shop.example` },
  { name: "domains.refused", who: owner, at: DOMAINS, permission: refused("Add it", { Host: "co.uk" }) },
  { name: "domain", who: owner, at: domainPage("dns"), permission: looked },
  { name: "domain.file", who: owner, at: domainPage("file"), permission: looked },
  { name: "domain.vouched", who: owner, at: domainPage("vouched") },
  { name: "domain.missing", who: owner, at: domainPage("missing") },
  { name: "domain.viewer", who: viewerOfDomain, at: viewersDomain },
  { name: "activity", who: furnished, at: ACTIVITY },
  { name: "activity.filtered", who: furnished, at: `${ACTIVITY}?kind=call&result=refused&mode=live&provider=b` },
  { name: "activity.nothing", who: furnished, at: `${ACTIVITY}?reference=ZZZZZZZZ` },
  { name: "activity.new", who: owner, at: ACTIVITY },
  { name: "billing", who: furnished, at: BILLING, permission: unfoldAll },
  { name: "billing.new", who: owner, at: BILLING },
  { name: "billing.in-debt", who: inDebt, at: BILLING },
  { name: "billing.last-month", who: furnished, at: lastMonth },
  {
    name: "billing.refused",
    who: furnished,
    at: BILLING,
    permission: refused("Save the cap", { "The checks of a": "lots" }),
  },
  { name: "billing.events", who: furnished, at: `${BILLING}/events` },
  { name: "billing.events.nothing", who: furnished, at: `${BILLING}/events?host=nobody.example` },
  { name: "billing.invoice", who: furnished, at: invoicePage },
  { name: "overview.in-debt", who: inDebt, at: DASHBOARD },
  { name: "key.paused", who: inDebt, at: pausedKey },
  { name: "team", who: furnished, at: TEAM, permission: unfoldFirst },
  {
    name: "team.refused",
    who: furnished,
    at: TEAM,
    permission: refused("Send the invitation", { "E-mail": "ä@shop.example" }),
  },
  { name: "audit", who: furnished, at: AUDIT },
  { name: "audit.before", who: furnished, at: `${AUDIT}?before=00000000-0000-7000-8000-000000000000` },
  { name: "settings", who: furnished, at: SETTINGS },
  { name: "settings.saved", who: owner, at: SETTINGS, permission: press("Save", "The settings are saved.") },
  { name: "settings.refused", who: owner, at: SETTINGS, permission: refused("Save the colour", { Colour: "#ffd9ec" }) },
  { name: "not-found", who: owner, at: `${KEYS}/pk_test_none`, status: 404 },
  { name: "overview.menu", who: furnished, at: DASHBOARD, permission: press("Menu"), phone: true },
  { name: "overview.organizations", who: inMany, at: DASHBOARD, permission: press(/^Organization/) },
  ...[DASHBOARD, CONNECT, KEYS, DOMAINS, ACTIVITY, BILLING, TEAM, AUDIT, SETTINGS].map((at) => ({
    name: `${at === DASHBOARD ? "overview" : at.slice("/dashboard/".length)}.viewer`,
    who: viewer,
    at,
  })),
  { name: "key.viewer", who: viewer, at: keyPage("live") },
];

export const DESK_TOUR: readonly DeskStop[] = [...LOBBY, ...PAGES];

/** Goes there. What is done there is done as by a person, in a browser that runs script. */
export async function stopAt(page: Page, { who, at, permission }: DeskStop, origin = demo.baseUrl) {
  const seat = who ? await who() : null;
  if (seat) await sitDown(page, seat, origin);
  const answer = await page.goto(`${origin}${typeof at === "string" ? at : await at(seat)}`);
  await permission?.(page);
  return answer;
}

/** In the place of signing in by mail. */
export async function sitDown(page: Page, { cookie, organization }: Seat, origin = demo.baseUrl): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  await page.context().addCookies([
    { name, value, url: origin },
    { name: "ageway-organization", value: organization, url: origin },
  ]);
}

function keyPage(which: "live" | "test" | "ending" | "revoked") {
  return async () => `${KEYS}/${(await furnished()).keys[which]}`;
}

/** A live key of its own, so that locking it changes no other stop. */
async function newLiveKey(seat: Seat | null): Promise<string> {
  if (!seat) throw new Error("Nobody sits there");
  const made = await createKey(seat.actor, { organizationId: seat.organization, mode: "live", label: "Web shop" });
  return `${KEYS}/${made.ok ? made.key : made.reason}`;
}

/** With both of its secrets, the second of which is shown. */
async function lockedTwice(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Lock the key" }).click();
  await page.getByRole("button", { name: "Make another secret" }).click();
  await expect(page.getByText("This is the new secret")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Revoke this secret/ })).toHaveCount(2);
}

type Proof = "dns" | "file" | "vouched" | "missing";

/** A host of the seat's organization, as long as they come, and how it stands. */
function domainPage(proof: Proof) {
  return async (seat: Seat | null) => {
    if (!seat) throw new Error("Nobody sits there");
    const host = `weinhandlung-und-feinkost-am-alten-marktplatz-${seat.organization.slice(-12)}.shop.example`;
    const asked = { organizationId: seat.organization, host, includeSubdomains: false };
    if (proof === "vouched") await verifyDomainManually({ kind: "operator" }, asked);
    else await claimDomain(seat.actor, { ...asked, method: proof === "file" ? "file" : "dns" });
    if (proof === "missing")
      await inDatabase(
        (sql) => sql`
          UPDATE domain SET verified_at = now() - interval '9 days', proven_at = now() - interval '2 days',
            missing_since = now() - interval '1 day', checked_at = now(), diagnosis = 'nothing_there'
          WHERE organization_id = ${seat.organization}`,
      );
    return `${DOMAINS}/${host}`;
  };
}

function domainsWith(proof: Proof) {
  return async (seat: Seat | null) => {
    await domainPage(proof)(seat);
    return DOMAINS;
  };
}

async function viewerOfDomain(): Promise<Seat> {
  const seat = await newcomer();
  await domainPage("dns")(seat);
  return memberOf(seat.organization, "viewer");
}

async function viewersDomain(seat: Seat | null): Promise<string> {
  return `${DOMAINS}/weinhandlung-und-feinkost-am-alten-marktplatz-${seat?.organization.slice(-12)}.shop.example`;
}

/** Nobody listens where these tests' questions go. */
async function looked(page: Page): Promise<void> {
  await expect(page.getByText(/did not answer|could not look/).first()).toBeVisible({ timeout: 30_000 });
}

/** Member of many organizations, some of them with names as long as they may be. */
async function inMany(): Promise<Seat> {
  const seat = await newcomer({ name: "Wein & Würste ".repeat(6).slice(0, 80).trim() });
  for (const name of ["Corner shop", "Der Feinkostladen am alten Marktplatz"])
    await newcomer({ name, email: seat.email });
  return seat;
}

async function invited(email = ""): Promise<string> {
  return invitationTo((await newcomer()).organization, email, "developer");
}

function press(name: string | RegExp, until?: string) {
  return async (page: Page) => {
    await page.getByRole("button", { name }).first().click();
    if (until) await expect(page.getByText(until)).toBeVisible();
  };
}

/** Fills a form in, by the beginnings of its labels, so that it is refused. */
function refused(button: string, fields: Record<string, string>) {
  return async (page: Page) => {
    for (const [label, value] of Object.entries(fields)) {
      const field = page.getByLabel(label).first();
      // The browser's own checks are a convenience; what counts is what we answer.
      await field.evaluate((input) => input.closest("form")?.setAttribute("novalidate", ""));
      await field.evaluate((input) => input.removeAttribute("maxlength"));
      await field.fill(value);
    }
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(page.locator("main").getByRole("alert")).toBeVisible();
  };
}

async function tabs(page: Page): Promise<void> {
  for (const tab of await page.getByRole("tab").all()) await tab.click();
}

async function unfoldAll(page: Page): Promise<void> {
  for (const summary of await page.locator("main summary").all()) await summary.click();
}

async function lastMonth(): Promise<string> {
  return `${BILLING}?month=${periodAfter(periodOf(new Date()), -1).slice(0, 7)}`;
}

async function invoicePage(): Promise<string> {
  return `${BILLING}/invoices/${(await furnished()).invoice}`;
}

async function pausedKey(seat: Seat | null): Promise<string> {
  const keys = seat && (await listKeys(seat.actor, seat.organization));
  return `${KEYS}/${(keys?.ok && keys.rows.find(({ pausedAt }) => pausedAt !== null)?.key) || "none"}`;
}

async function unfoldFirst(page: Page): Promise<void> {
  await page.locator("summary").first().click();
}

function checkAs(persona: string) {
  return async (page: Page) => {
    const seat = await newcomer();
    const started = await startTestCheck(seat.actor, seat.organization, "s");
    await page.goto(started.ok ? started.url : started.reason);
    await page.getByRole("button", { name: /^Confirm with/ }).click();
    await chooseAs(page, persona);
    if (persona !== "adult")
      await page
        .getByRole("link", { name: /^Go back to/ })
        .or(page.locator(".action"))
        .last()
        .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^It works/);
  };
}
