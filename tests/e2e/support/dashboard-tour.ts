import { expect, type Page } from "@playwright/test";
import { periodAfter, periodOf } from "#lib/base/time.rules.ts";
import { verifyDomainManually } from "#lib/domains/domain.ts";
import { claimDomain } from "#lib/domains/proof.ts";
import { createKey, listKeys } from "#lib/keys/plugin-key.ts";
import { startTestCheck } from "#lib/verification/test-check.ts";
import {
  exampleOwner,
  furnished,
  inDebt,
  inTrouble,
  invitationTo,
  linkFor,
  memberWithCookie,
  newcomer,
  REFERENCES,
  type SignedInMember,
} from "./dashboard.ts";
import { chooseAs, demo } from "./demo.ts";
import { gateTestRunPage, gateTestWithRuns } from "./gate-test-runs.ts";
import { signedInLongAgo } from "./sign-in.ts";
import { inDatabase } from "./verify-tour.ts";

/**
 * A page of the dashboard in one of its states. `who`: the signed-in member; without it, nobody is signed in. `at`: its address.
 * `prepare`: what is done on the page before it is tested.
 */
export type DashboardStop = {
  name: string;
  who?: () => Promise<SignedInMember>;
  at: string | ((member: SignedInMember | null) => Promise<string>);
  prepare?: (page: Page) => Promise<unknown>;
  status?: number;
  /** Only for the width of a phone: a menu is open over the page. */
  phone?: boolean;
};

const owner = () => newcomer();
const viewer = async () => memberWithCookie((await furnished()).organization, "viewer");
const DASHBOARD = "/dashboard";
const [CONNECT, KEYS, DOMAINS, GATE_TEST, CHECKS, BILLING, TEAM, AUDIT, SETTINGS] = [
  "connect",
  "keys",
  "domains",
  "gate-test",
  "checks",
  "billing",
  "team",
  "audit",
  "settings",
].map((name) => `/dashboard/${name}`) as [string, string, string, string, string, string, string, string, string];

/** The pages around the dashboard. */
const SIGN_IN_PAGES: readonly DashboardStop[] = [
  { name: "sign-in", at: "/sign-in" },
  ...["email_invalid", "link_dead", "provider_down", "provider_refused", "signed_out", "again"].map((problem) => ({
    name: `sign-in.${problem}`,
    at: `/sign-in?problem=${problem}`,
  })),
  { name: "sign-in-sent", at: "/sign-in/sent" },
  { name: "sign-in-link", at: () => linkFor("somebody@shop.example") },
  { name: "sign-in-link.dead", at: "/sign-in/link?token=none" },
  { name: "inbox", at: "/inbox" },
  { name: "status", at: "/status" },
  { name: "welcome", who: owner, at: "/welcome" },
  { name: "welcome.refused", who: owner, at: "/welcome", prepare: refused("Create organization", { Name: "   " }) },
  { name: "invitation", who: owner, at: (member) => invited(member?.email) },
  { name: "invitation.nobody", at: () => invited("new@shop.example") },
  { name: "invitation.somebody-else", who: owner, at: () => invited("new@shop.example") },
  { name: "invitation.dead", at: "/invitation?token=none" },
  { name: "account", who: owner, at: "/dashboard/account" },
  { name: "test-check.confirmed", who: owner, at: "/dashboard", prepare: checkAs("adult") },
  { name: "test-check.not-confirmed", who: owner, at: "/dashboard", prepare: checkAs("seventeen") },
  { name: "test-check", at: "/test-check" },
];

/** A new stop is one line. */
const PAGES: readonly DashboardStop[] = [
  { name: "overview", who: furnished, at: DASHBOARD, prepare: openAllDetails },
  { name: "overview.new", who: owner, at: DASHBOARD },
  { name: "search", who: furnished, at: "/dashboard/search?q=shop" },
  { name: "overview.trouble", who: inTrouble, at: DASHBOARD },
  { name: "overview.domain-lost", who: owner, at: overviewWithDomain("missing") },
  { name: "overview.test", who: furnished, at: `${DASHBOARD}?mode=test&days=7` },
  { name: "overview.quarter", who: furnished, at: `${DASHBOARD}?days=90` },
  { name: "connect", who: owner, at: `${CONNECT}?mode=test` },
  { name: "connect.no-live-key", who: owner, at: CONNECT },
  {
    name: "connect.check",
    who: owner,
    at: `${CONNECT}?mode=test`,
    prepare: clickButton("Run a test check", "Link made"),
  },
  {
    name: "connect.no",
    who: owner,
    at: `${CONNECT}?mode=test&platform=node`,
    prepare: clickButton("Send a 17-year-old", "Came back, too young"),
  },
  { name: "connect.calls", who: furnished, at: `${CONNECT}?mode=test&platform=laravel` },
  { name: "connect.live", who: furnished, at: `${CONNECT}?platform=curl` },
  { name: "connect.refused", who: owner, at: `${CONNECT}?mode=test&page=ftp%3A%2F%2Fshop.example` },
  { name: "keys", who: furnished, at: KEYS },
  { name: "keys.test", who: furnished, at: `${KEYS}?mode=test`, prepare: openAllDetails },
  { name: "keys.none", who: owner, at: KEYS },
  { name: "key.new", who: owner, at: `${KEYS}/new?mode=test` },
  {
    name: "key.new-refused",
    who: owner,
    at: `${KEYS}/new`,
    prepare: refused("Create key", { Label: "x".repeat(81) }),
  },
  { name: "key", who: furnished, at: keyPage("live") },
  { name: "key.longest", who: furnished, at: keyPage("test") },
  { name: "key.replaced", who: furnished, at: keyPage("ending") },
  { name: "key.rotating", who: exampleOwner, at: freshKey },
  { name: "key.rotating-revoke", who: exampleOwner, at: async (member) => `${await freshKey(member)}/revoke` },
  { name: "key.revoked", who: furnished, at: keyPage("revoked") },
  {
    name: "key.refused",
    who: furnished,
    at: keyPage("live"),
    prepare: revokeRefused,
  },
  { name: "key.revoke", who: furnished, at: async () => `${await keyPage("test")()}/revoke` },
  { name: "key.end", who: furnished, at: async () => `${await keyPage("ending")()}/end` },
  {
    name: "key.settings-refused",
    who: furnished,
    at: keyPage("live"),
    prepare: refused("Save settings", { "Calls per minute": "many", "Pause after": "0" }),
  },
  { name: "key.locked", who: owner, at: newLiveKey, prepare: lockedTwice },
  {
    name: "key.saved",
    who: furnished,
    at: keyPage("live"),
    prepare: clickButton("Save settings", "Nothing had changed."),
  },
  { name: "domains", who: owner, at: domainsWith("dns") },
  { name: "domains.new", who: owner, at: `${DOMAINS}?add=shop.example` },
  { name: "domains.refused", who: owner, at: DOMAINS, prepare: refused("Add domain", { "Add a domain": "co.uk" }) },
  { name: "domain", who: owner, at: domainPage("dns"), prepare: probed },
  { name: "domain.file", who: owner, at: domainPage("file"), prepare: probed },
  { name: "domain.manual", who: owner, at: domainPage("manual") },
  { name: "domains.missing", who: owner, at: domainsWith("missing") },
  { name: "domain.remove", who: owner, at: async (member) => `${await domainPage("dns")(member)}/remove` },
  { name: "domain.missing", who: owner, at: domainPage("missing") },
  { name: "domain.viewer", who: viewerOfDomain, at: viewersDomain },
  { name: "gate-test", who: owner, at: gateTestWithRuns },
  { name: "gate-test.new", who: owner, at: GATE_TEST },
  {
    name: "gate-test.refused",
    who: owner,
    at: GATE_TEST,
    prepare: refused("Prepare run", { "Page that asks": "https://elsewhere.example/", "Text that only": "Pay" }),
  },
  { name: "gate-test-run", who: owner, at: gateTestRunPage("failed") },
  { name: "gate-test-run.draft", who: owner, at: gateTestRunPage("draft") },
  { name: "gate-test-run.waiting", who: owner, at: gateTestRunPage("waiting") },
  { name: "gate-test-run.running", who: owner, at: gateTestRunPage("running") },
  { name: "gate-test-run.sound", who: owner, at: gateTestRunPage("sound") },
  { name: "gate-test-run.half", who: owner, at: gateTestRunPage("half") },
  { name: "gate-test-run.stuck", who: owner, at: gateTestRunPage("stuck") },
  { name: "gate-test-run.stopped", who: owner, at: gateTestRunPage("stopped") },
  { name: "gate-test-run.hindered", who: owner, at: gateTestRunPage("hindered") },
  { name: "checks", who: furnished, at: CHECKS },
  { name: "checks.test", who: furnished, at: `${CHECKS}?mode=test` },
  {
    name: "checks.chip",
    who: furnished,
    at: `${CHECKS}?result=confirmed&provider=b&age=18`,
    prepare: (page) => page.locator("main summary").nth(1).click(),
  },
  {
    name: "checks.sheet",
    who: furnished,
    at: CHECKS,
    phone: true,
    prepare: (page) => page.getByRole("button", { name: "Filters" }).click(),
  },
  { name: "checks.nothing", who: furnished, at: `${CHECKS}?host=absent.example` },
  { name: "checks.no-reference", who: furnished, at: `${CHECKS}?reference=ZZZZZZZZ` },
  { name: "checks.new", who: owner, at: CHECKS },
  { name: "check.confirmed", who: furnished, at: `${CHECKS}/${REFERENCES.confirmed}`, prepare: openDisclosure },
  { name: "check.not-confirmed", who: furnished, at: `${CHECKS}/${REFERENCES.notConfirmed}`, prepare: openDisclosure },
  { name: "check.down", who: furnished, at: `${CHECKS}/${REFERENCES.down}`, prepare: openDisclosure },
  { name: "check.test", who: furnished, at: `${CHECKS}/${REFERENCES.tooYoung}?mode=test`, prepare: openDisclosure },
  { name: "check.refused", who: furnished, at: `${CHECKS}/${REFERENCES.refused}` },
  { name: "refused", who: furnished, at: `${CHECKS}/refused` },
  { name: "refused.open", who: furnished, at: `${CHECKS}/refused?days=7`, prepare: openReasons },
  { name: "refused.none", who: owner, at: `${CHECKS}/refused` },
  { name: "billing", who: furnished, at: BILLING, prepare: openAllDetails },
  { name: "billing.new", who: owner, at: BILLING },
  { name: "billing.in-debt", who: inDebt, at: BILLING },
  { name: "billing.last-month", who: furnished, at: lastMonth },
  { name: "billing.plan", who: furnished, at: `${BILLING}/plan`, prepare: openAllDetails },
  { name: "billing.plan.new", who: owner, at: `${BILLING}/plan` },
  {
    name: "billing.plan.refused",
    who: furnished,
    at: `${BILLING}/plan`,
    prepare: refused("Save cap", { "Monthly cap": "lots" }),
  },
  { name: "billing.review", who: furnished, at: `${BILLING}/plan/shop` },
  { name: "billing.review.new", who: owner, at: `${BILLING}/plan/starter` },
  { name: "billing.review.waits", who: inDebt, at: `${BILLING}/plan/shop` },
  { name: "billing.invoices", who: furnished, at: `${BILLING}/invoices` },
  { name: "billing.invoices.new", who: owner, at: `${BILLING}/invoices` },
  { name: "billing.events", who: furnished, at: `${BILLING}/events` },
  { name: "billing.events.nothing", who: furnished, at: `${BILLING}/events?host=nobody.example` },
  { name: "billing.invoice", who: furnished, at: invoicePage },
  { name: "overview.in-debt", who: inDebt, at: DASHBOARD },
  { name: "key.paused", who: inDebt, at: pausedKey },
  { name: "team", who: furnished, at: TEAM, prepare: openAllDetails },
  { name: "team.member", who: furnished, at: TEAM, prepare: openMember },
  { name: "team.later", who: owner, at: teamLater },
  { name: "team.invite", who: furnished, at: `${TEAM}/invite` },
  {
    name: "team.refused",
    who: furnished,
    at: `${TEAM}/invite`,
    prepare: refused("Send invitation", { "E-mail": "ä@shop.example" }),
  },
  { name: "audit", who: furnished, at: AUDIT },
  { name: "audit.filtered", who: furnished, at: `${AUDIT}?thing=keys&days=30` },
  { name: "audit.before", who: furnished, at: `${AUDIT}?before=00000000-0000-7000-8000-000000000000` },
  { name: "settings", who: furnished, at: SETTINGS },
  {
    name: "settings.saved",
    who: owner,
    at: SETTINGS,
    prepare: clickButton("Save visitor’s page", "Saved. Visitors see it from now on."),
  },
  {
    name: "settings.refused",
    who: owner,
    at: SETTINGS,
    prepare: refused("Save visitor’s page", { "Colour of": "#ffd9ec" }),
  },
  { name: "settings.delete", who: owner, at: `${SETTINGS}/delete` },
  { name: "settings.delete-later", who: owner, at: later(`${SETTINGS}/delete`) },
  {
    name: "settings.delete-code",
    who: owner,
    at: later(`${SETTINGS}/delete`),
    prepare: async (page) => {
      await page.getByLabel(/^Type/).fill("Corner shop");
      await clickButton("Delete organization", "We e-mailed a code")(page);
    },
  },
  { name: "settings.deleting", who: owner, at: SETTINGS, prepare: deleting },
  { name: "not-found", who: owner, at: `${KEYS}/pk_test_none`, status: 404 },
  { name: "overview.menu", who: furnished, at: DASHBOARD, prepare: clickButton("Menu"), phone: true },
  { name: "overview.organizations", who: inMany, at: DASHBOARD, prepare: clickButton(/^Organization/) },
  ...[DASHBOARD, CONNECT, KEYS, DOMAINS, GATE_TEST, CHECKS, BILLING, TEAM, AUDIT, SETTINGS].map((at) => ({
    name: `${at === DASHBOARD ? "overview" : at.slice("/dashboard/".length)}.viewer`,
    who: viewer,
    at,
  })),
  { name: "key.viewer", who: viewer, at: keyPage("live") },
];

export const DASHBOARD_TOUR: readonly DashboardStop[] = [...SIGN_IN_PAGES, ...PAGES];

/** Opens the page and prepares it, with script. */
export async function openStop(page: Page, { who, at, prepare }: DashboardStop, origin = demo.baseUrl) {
  const member = who ? await who() : null;
  if (member) await signInAs(page, member, origin);
  const answer = await page.goto(`${origin}${typeof at === "string" ? at : await at(member)}`);
  await prepare?.(page);
  return answer;
}

/** Somebody new with an organization, signed in and at a page of the dashboard. Tests about signing in use `settleIn`. */
export async function enter(page: Page, path: string, { name = "Corner shop" } = {}): Promise<SignedInMember> {
  const member = await newcomer({ name });
  await signInAs(page, member);
  await page.goto(`${demo.baseUrl}${path}`);
  return member;
}

/** Sets the cookies that signing in by mail would set. */
export async function signInAs(
  page: Page,
  { cookie, organization }: SignedInMember,
  origin = demo.baseUrl,
): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  await page.context().addCookies([
    { name, value, url: origin },
    { name: "ageway-organization", value: organization, url: origin },
  ]);
}

function keyPage(which: "live" | "test" | "ending" | "revoked") {
  return async () => `${KEYS}/${(await furnished()).keys[which]}`;
}

/** The new key of a rotation. */
async function freshKey(member: SignedInMember | null): Promise<string> {
  const keys = member && (await listKeys(member.actor, member.organization));
  return `${KEYS}/${(keys?.ok && keys.rows.find(({ replacesId }) => replacesId !== null)?.key) || "none"}`;
}

/** A live key of its own: locking it must not change other stops. */
async function newLiveKey(member: SignedInMember | null): Promise<string> {
  if (!member) throw new Error("Nobody is signed in");
  const made = await createKey(member.actor, { organizationId: member.organization, mode: "live", label: "Web shop" });
  return `${KEYS}/${made.ok ? made.key : made.reason}`;
}

/** Locks the key with two secrets; the page shows the second. */
async function lockedTwice(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Create a secret" }).click();
  await page.getByRole("button", { name: "Lock key" }).click();
  await expect(page.getByText("Locked", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Create another secret" }).click();
  await expect(page.getByText("This is the new secret")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove secret/ })).toHaveCount(2);
}

/** The dialog, with another name than the key's. */
async function revokeRefused(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Revoke key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Type/).fill("Web");
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
}

type Proof = "dns" | "file" | "manual" | "missing";

/** The page of a very long host of the member's organization, in one of its states. */
function domainPage(proof: Proof) {
  return async (member: SignedInMember | null) => {
    if (!member) throw new Error("Nobody is signed in");
    const host = `weinhandlung-und-feinkost-am-alten-marktplatz-${member.organization.slice(-12)}.shop.example`;
    const asked = { organizationId: member.organization, host, includeSubdomains: false };
    if (proof === "manual") await verifyDomainManually({ kind: "operator" }, asked);
    else await claimDomain(member.actor, { ...asked, method: proof === "file" ? "file" : "dns" });
    if (proof === "missing")
      await inDatabase(
        (sql) => sql`
          UPDATE domain SET verified_at = now() - interval '9 days', last_verified_at = now() - interval '2 days',
            missing_since = now() - interval '1 day', checked_at = now(), diagnosis = 'nothing_there'
          WHERE organization_id = ${member.organization}`,
      );
    return `${DOMAINS}/${host}`;
  };
}

function domainsWith(proof: Proof) {
  return async (member: SignedInMember | null) => {
    await domainPage(proof)(member);
    return DOMAINS;
  };
}

function overviewWithDomain(proof: Proof) {
  return async (member: SignedInMember | null) => {
    await domainPage(proof)(member);
    return DASHBOARD;
  };
}

async function viewerOfDomain(): Promise<SignedInMember> {
  const member = await newcomer();
  await domainPage("dns")(member);
  return memberWithCookie(member.organization, "viewer");
}

async function viewersDomain(member: SignedInMember | null): Promise<string> {
  return `${DOMAINS}/weinhandlung-und-feinkost-am-alten-marktplatz-${member?.organization.slice(-12)}.shop.example`;
}

/** Waits for the result of a probe. The DNS server of these tests does not answer. */
async function probed(page: Page): Promise<void> {
  await expect(page.getByText(/did not answer|could not check/).first()).toBeVisible();
}

/** A member of three organizations, one of them with the longest name. */
async function inMany(): Promise<SignedInMember> {
  const member = await newcomer({ name: "Weinhandlungundfeinkost".repeat(4).slice(0, 80) });
  for (const name of ["Corner shop", "Der Feinkostladen am alten Marktplatz"])
    await newcomer({ name, email: member.email });
  return member;
}

async function invited(email = ""): Promise<string> {
  return invitationTo((await newcomer()).organization, email, "developer");
}

function clickButton(name: string | RegExp, until?: string) {
  return async (page: Page) => {
    await page.getByRole("button", { name }).first().click();
    if (until) await expect(page.getByText(until)).toBeVisible();
  };
}

/** For a member whose sign-in is too old for what the page has. */
function later(at: string) {
  return async (member: SignedInMember | null): Promise<string> => {
    if (member) await signedInLongAgo(member.email);
    return at;
  };
}

async function teamLater(member: SignedInMember | null): Promise<string> {
  if (member) await invitationTo(member.organization, "new@shop.example", "developer");
  return later(TEAM)(member);
}

/** Fills a form in, by the beginnings of its labels, so that the server refuses it. */
function refused(button: string, fields: Record<string, string>) {
  return async (page: Page) => {
    for (const [label, value] of Object.entries(fields)) {
      const field = page.getByLabel(label).first();
      // The browser must not refuse it first.
      await field.evaluate((input) => input.closest("form")?.setAttribute("novalidate", ""));
      await field.evaluate((input) => input.removeAttribute("maxlength"));
      await field.fill(value);
    }
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(page.locator("main").getByRole("alert")).toBeVisible();
  };
}

async function openReasons(page: Page): Promise<void> {
  for (const reason of await page.locator("main details").all())
    if ((await reason.getAttribute("open")) === null) await reason.locator("summary").click();
}

/** Opens the disclosures of the panel. The chips of the filter would lie over it. */
async function openDisclosure(page: Page): Promise<void> {
  for (const summary of await page.locator("aside:has(#panel-title) summary").all()) await summary.click();
}

async function openAllDetails(page: Page): Promise<void> {
  for (const summary of await page.locator("main summary").all()) await summary.click();
}

async function lastMonth(): Promise<string> {
  return `${BILLING}?month=${periodAfter(periodOf(new Date()), -1).slice(0, 7)}`;
}

async function invoicePage(): Promise<string> {
  return `${BILLING}/invoices/${(await furnished()).invoice}`;
}

async function pausedKey(member: SignedInMember | null): Promise<string> {
  const keys = member && (await listKeys(member.actor, member.organization));
  return `${KEYS}/${(keys?.ok && keys.rows.find(({ pausedAt }) => pausedAt !== null)?.key) || "none"}`;
}

async function deleting(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Delete organization" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

async function openMember(page: Page): Promise<void> {
  await page
    .getByRole("link", { name: /^Change/ })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

function checkAs(persona: string) {
  return async (page: Page) => {
    const member = await newcomer();
    const started = await startTestCheck(member.actor, member.organization, "s");
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
