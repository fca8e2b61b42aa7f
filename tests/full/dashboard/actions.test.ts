import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { authorizeRole, ROLES, type Role } from "#lib/core/permission.rules.ts";
import { cookieName } from "#lib/runtime/cookie.ts";
import { database } from "#lib/runtime/database.ts";
import { formWith, openDashboard, type Page, textOf } from "#tests/support/dashboard.ts";
import { WRITES, type Write } from "#tests/support/dashboard-writes.ts";
import { inFull, isFull } from "#tests/support/full.ts";
import { type FullShop, shopWith, shopWithEverything } from "#tests/support/shop-with-everything.ts";
import { signedIn } from "#tests/support/signed-in.ts";

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
/** A refused write changes nothing, so all refusals meet one shop; each compares its rows before and after. */
let shared: FullShop;
let otherShop: FullShop;
beforeAll(async () => {
  [dashboard, shared, otherShop] = await Promise.all([openDashboard(), shopWithEverything(), shopWith([])]);
});

const NAMES = Object.keys(WRITES);

/** The form as the owner's page has it, filled in. */
async function formOf(name: string, shop: FullShop): Promise<{ path: string; form: FormData }> {
  const { at, button, typed } = writeOf(name);
  const path = at(shop);
  const page = await (shop === shared ? sharedPage(path) : dashboard.get(path, shop.owner.cookie));
  return { path, form: formWith(page, button, typed?.(shop) ?? {}) };
}

const sharedPages = new Map<string, Promise<Page>>();

function sharedPage(path: string): Promise<Page> {
  const page = sharedPages.get(path) ?? dashboard.get(path, shared.owner.cookie);
  sharedPages.set(path, page);
  return page;
}

const isAllowed = (name: string, role: Role) =>
  authorizeRole(role, writeOf(name).permission, new Date(), new Date()) === null;

function wantsFreshSignIn(name: string): boolean {
  return authorizeRole("owner", writeOf(name).permission, new Date(Date.now() - 11 * 60_000), new Date()) !== null;
}

/** In full every role tries a write. On every run the weakest that may, and at each third form the strongest that may not. */
const CELLS = NAMES.flatMap((name, n) => {
  const usual = [ROLES.findLast((role) => isAllowed(name, role))];
  if (n % 3 === 0) usual.push(ROLES.find((role) => !isAllowed(name, role)));
  return ROLES.filter((role) => inFull(true, usual.includes(role))).map((role) => [name, role] as const);
});

test.for(CELLS)("%s by %s does what the matrix says", async ([name, role]) => expectAsMatrix(name, role, 0));

/** Which are not ours. */
const ORIGINS = 8;

/** In full every form is tried by an owner who should sign in again; on every run those that want it. */
const LATER = NAMES.filter((name) => inFull(true, wantsFreshSignIn(name)));

test.for(LATER)("%s by an owner who signed in eleven minutes ago does what the matrix says", async (name) =>
  expectAsMatrix(name, "owner", 11),
);

async function expectAsMatrix(name: string, role: Role, minutes: number) {
  const { permission, needs = [] } = writeOf(name);
  const signedInAt = new Date(Date.now() - minutes * 60_000);
  const refusal = authorizeRole(role, permission, signedInAt, new Date());
  const shop = refusal === null ? await shopWith(needs) : shared;
  const { path, form } = await formOf(name, shop);
  const { cookie } = await signedIn({ of: shop.id, role, minutes });
  const before = await everythingOf(shop.id);
  const answer = await dashboard.submit(path, form, cookie);
  const after = await everythingOf(shop.id);
  if (refusal === null) return expect(after).not.toEqual(before);
  expect(after).toEqual(before);
  // A page that the role does not show also stays hidden after the refused form.
  expect(textOf(answer.text)).toMatch(
    refusal === "not_allowed" ? /Your role does not allow this|is not part of your role/ : "Please sign in again first",
  );
}

test.for(NAMES.map((name, n) => [name, n] as const))(
  "%s is refused to nobody and to members of another organization",
  async ([name, n]) => {
    const shop = shared;
    const { path, form } = await formOf(name, shop);
    const before = await everythingOf(shop.id);
    const cookies = ["", otherShop.owner.cookie, "ageway-session=made-up"];
    for (const cookie of cookies.filter((_, at) => inFull(true, at === n % 3)))
      expect((await dashboard.submit(path, form, cookie)).status).toBeLessThan(500);
    expect(await everythingOf(shop.id)).toEqual(before);
  },
);

test.for(NAMES)("%s with the ids of another organization in every field changes nothing there", async (name) => {
  const [shop, mine] = [shared, await shopWith(writeOf(name).needs ?? [])];
  const { path, form } = await formOf(name, mine);
  const theirs: Record<string, string> = {
    organization: shop.id,
    key: shop.key,
    host: shop.claimed,
    member: shop.other.id,
    invitation: shop.invitation,
    run: shop.run,
  };
  const before = await everythingOf(shop.id);
  for (const field of Object.keys(theirs).filter((field) => form.has(field))) {
    const forged = new FormData();
    for (const [at, value] of form) forged.append(at, at === field ? (theirs[field] ?? "") : value);
    await dashboard.submit(path, forged, mine.owner.cookie);
  }
  if (isFull) {
    const all = new FormData();
    for (const [at, value] of form) all.append(at, theirs[at] ?? value);
    await dashboard.submit(path, all, mine.owner.cookie);
  }
  expect(await everythingOf(shop.id)).toEqual(before);
});

/** The same gate stands before every form: in full each meets every origin, on every run each origin meets a form. */
const GUARDED = NAMES.map((name, n) => [name, n] as const).filter(([, n]) => inFull(true, n < ORIGINS));

test.for(GUARDED)("%s from another site, from nowhere or from a sandboxed frame changes nothing", async ([name, n]) => {
  const shop = shared;
  const { path, form } = await formOf(name, shop);
  const before = await everythingOf(shop.id);
  const origins: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    {},
    { origin: `${dashboard.base}.evil.example` },
    { origin: dashboard.base.replace("http:", "https:") },
    { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
    { origin: "https://evil.example", host: "evil.example" },
    { referer: `${dashboard.base}/dashboard` },
  ];
  expect(origins).toHaveLength(ORIGINS);
  const tried = origins.filter((_, at) => inFull(true, at === n));
  for (const headers of tried) await dashboard.submit(path, form, shop.owner.cookie, headers);
  expect(await everythingOf(shop.id)).toEqual(before);
});

test.for([
  ["no terms of a review", (form: FormData) => form.delete("agreement")],
  ["an empty agreement", (form: FormData) => form.set("agreement", "")],
  ["another plan's agreement", (form: FormData) => form.set("agreement", "EUR 0 10 12 0")],
] as const)("a plan with a fee is not chosen by a form with %s", async ([, change]) => {
  const shop = await shopWith(["plan"]);
  const { path, form } = await formOf("choosePlan", shop);
  const before = await everythingOf(shop.id);
  change(form);
  const answer = await dashboard.submit(path, form, shop.owner.cookie);
  expect(await everythingOf(shop.id)).toEqual(before);
  expect(answer.location).toBeNull();
});

test("no page but the review of a plan has a form that chooses it", async () => {
  const shop = await shopWith(["plan"]);
  for (const path of ["/dashboard", "/dashboard/billing", "/dashboard/billing/plan", "/dashboard/billing/invoices"]) {
    const { text } = await dashboard.get(path, shop.owner.cookie);
    expect(text, path).not.toContain('name="plan"');
    expect(text, path).not.toContain('name="agreement"');
  }
  const review = await dashboard.get(`/dashboard/billing/plan/${shop.plan}`, shop.owner.cookie);
  expect(review.text).toContain(`name="agreement" value="EUR 2900 10 12 0"`);
  // Its prices hold from the next call on: no heading above them may name a later month.
  expect(textOf(review.text)).toMatch(/Your new plan Fee €29.00 per month/);
});

test("who leaves or deletes an organization comes to another of theirs, or to the page that founds one", async () => {
  const shop = await shopWith([]);
  const member = await signedIn({ of: shop.id, role: "viewer" });
  const chosen = (cookie: string) => `${cookie}; ${cookieName("organization")}=${shop.id}`;
  const page = await dashboard.get("/dashboard/team", chosen(member.cookie));
  const left = await dashboard.submit("/dashboard/team", formWith(page, "Leave Shop", {}), chosen(member.cookie));
  expect([left.status, left.location]).toEqual([303, "/dashboard"]);
  expect(left.headers.getSetCookie().join()).toContain(`${cookieName("organization")}=;`);
  expect((await dashboard.get("/dashboard", member.cookie)).location).toBe("/welcome");
});

test("a write with headers of Next's own inside believes none of them", async () => {
  const shop = shared;
  const { path, form } = await formOf("saveSettings", shop);
  const { cookie } = await signedIn({ of: shop.id, role: "viewer" });
  const before = await everythingOf(shop.id);
  for (const headers of [
    { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" },
    { "x-action-forwarded": "1" },
    { "x-forwarded-host": "evil.example" },
    { RSC: "1" },
  ] as Record<string, string>[])
    await dashboard.submit(path, form, cookie, { origin: dashboard.base, ...headers });
  expect(await everythingOf(shop.id)).toEqual(before);
});

const TABS: Record<string, Record<"first" | "theirs" | "mine", Record<string, string>>> = {
  saveSettings: {
    first: { label: "Till", language: "", verifiedDevices: "", limit: "", addressLimit: "", brake: "", fallback: "" },
    theirs: { brake: "50", language: "da" },
    mine: { label: "Web shop" },
  },
  saveVisitorPage: {
    first: { name: "Shop", accent: "#123456", language: "", verifiedDevices: "asked_again" },
    theirs: { accent: "#0b5d46", name: "Vin & Vin" },
    mine: { language: "nb" },
  },
  saveOrganization: {
    first: { timeZone: "UTC", legalAddress: "Torvet 1\n1000 K", vatNumber: "DK12345678" },
    theirs: { legalAddress: "Torvet 2\n1000 K" },
    mine: { vatNumber: "" },
  },
  setSpendCap: { first: { cap: "250.50", atCap: "tell" }, theirs: { cap: "300.00" }, mine: { atCap: "stop" } },
};

test.for(Object.keys(TABS))(
  "%s from a tab that is older than a colleague's save takes nothing of it back",
  async (name) => {
    const { first = {}, theirs = {}, mine = {} } = TABS[name] ?? {};
    const [shop, { at, button }] = [await shopWith(writeOf(name).needs ?? []), writeOf(name)];
    const get = () => dashboard.get(at(shop), shop.owner.cookie);
    const save = async (page: Page, typed: Record<string, string>) =>
      dashboard.submit(at(shop), formWith(page, button, { ...first, ...typed }), shop.owner.cookie);
    await save(await get(), {});
    const [tab, colleague] = [await get(), await get()];
    await save(colleague, theirs);
    await save(tab, mine);
    const saved = formWith(await get(), button, {});
    const shown = Object.keys(first).map((field) => [field, saved.get(`shown.${field}`)]);
    expect(Object.fromEntries(shown)).toEqual({ ...first, ...theirs, ...mine });
  },
);

test("of two tabs that set the spend cap, the second is told that it has changed", async () => {
  const [shop, { at, button }] = [await shopWith(writeOf("setSpendCap").needs ?? []), writeOf("setSpendCap")];
  const tabs = [await dashboard.get(at(shop), shop.owner.cookie), await dashboard.get(at(shop), shop.owner.cookie)];
  const texts: string[] = [];
  for (const [n, tab] of tabs.entries()) {
    const form = formWith(tab, button, { cap: `${n + 1}00`, atCap: "tell" });
    texts.push(textOf((await dashboard.submit(at(shop), form, shop.owner.cookie)).text));
  }
  expect(texts[0]).toContain("Cap saved");
  expect(texts[1]).toContain("Somebody has changed the cap meanwhile");
});

test("what was typed is still there after a refusal, with what was wrong", async () => {
  const shop = shared;
  const page = await dashboard.get("/dashboard/settings", shop.owner.cookie);
  const answer = await dashboard.submit(
    "/dashboard/settings",
    formWith(page, "Save visitor’s page", {
      name: "Other",
      accent: "#ffff00",
      language: "",
      verifiedDevices: "turned_away",
    }),
    shop.owner.cookie,
  );
  expect(textOf(answer.text)).toMatch(
    /White text cannot be read on this colour.*Its contrast is 1.* The nearest colour that passes is #/,
  );
  expect(answer.text).toContain('value="#ffff00"');
});

function writeOf(name: string): Write {
  const write = WRITES[name];
  if (!write) throw new Error(`No form is called ${name}`);
  return write;
}

/** All rows of an organization, without those that signing in and reading pages write. */
async function everythingOf(id: string): Promise<unknown> {
  const tables = [
    "organization_logo",
    "invitation",
    "plugin_key",
    "domain",
    "subscription",
    "doctor_run",
    "audit_event",
  ];
  const parts = tables.map(
    (name) => sql`SELECT to_jsonb(t) AS part FROM ${sql.identifier(name)} t WHERE organization_id = ${id}`,
  );
  const [row] = await database().execute<{ rows: unknown }>(sql`
    SELECT jsonb_agg(part ORDER BY part) AS rows FROM (
      SELECT to_jsonb(o) AS part FROM organization o WHERE id = ${id}
      UNION ALL ${sql.join(parts, sql` UNION ALL `)}
      UNION ALL SELECT jsonb_build_object('member', user_id, 'role', role) FROM member WHERE organization_id = ${id}
      UNION ALL SELECT jsonb_build_object('checks', count(*)) FROM verification WHERE organization_id = ${id}
    ) AS parts`);
  return row?.rows;
}
