import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { insertInvitation } from "#db/queries/invitation.ts";
import { lockOrganizationIfAny } from "#db/queries/organization-lock.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { newSecret, secretDigest } from "#lib/crypto/digest.ts";
import { pauseKey } from "#lib/keys/plugin-key.ts";
import { createOrganization } from "#lib/organizations/organization.ts";
import { database } from "#lib/runtime/database.ts";
import { formWith, openDashboard, textOf } from "#tests/support/dashboard.ts";
import { WRITES } from "#tests/support/dashboard-writes.ts";
import { person } from "#tests/support/member.ts";
import { type FullShop, type ShopPart, shopWith, shopWithEverything } from "#tests/support/shop-with-everything.ts";
import { signedIn } from "#tests/support/signed-in.ts";

const OPERATOR = { kind: "operator" } as const;

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
beforeAll(async () => {
  dashboard = await openDashboard();
});

type Form = {
  at: (shop: FullShop) => string | Promise<string>;
  button: string | ((shop: FullShop) => string);
  typed?: Record<string, string> | ((shop: FullShop) => Record<string, string>);
  needs?: ShopPart[];
  before?: (shop: FullShop) => Promise<unknown>;
  /** What the page says that it comes to, or stays on. */
  shows: RegExp;
  cookie?: RegExp;
};

const domainPage = ({ claimed }: FullShop) => `/dashboard/domains/${claimed}`;
const keyPage = ({ liveKey }: FullShop) => `/dashboard/keys/${liveKey}`;

/** The forms of members that `WRITES` has not. */
const FORMS: Record<string, Form> = {
  createOrganizationAction: {
    at: () => "/welcome",
    button: "Create organization",
    typed: { name: "Second shop" },
    shows: /Welcome to Second shop/,
  },
  accept: { at: invitationOfOwner, button: "Join", shows: /Welcome to Other shop/, cookie: /ageway-organization=/ },
  runFirstTestCheck: {
    needs: ["key"],
    at: () => "/dashboard",
    button: "Run a test check",
    shows: /Open the test check/,
  },
  resumeKey: {
    at: keyPage,
    before: ({ liveKey }) => pauseKey(OPERATOR, liveKey, true),
    button: "Resume key",
    shows: /Pause key/,
  },
  setSubdomainsAction: {
    needs: ["claimed"],
    at: domainPage,
    button: "Save settings",
    typed: { includeSubdomains: "on" },
    shows: /Settings saved/,
  },
  setMethod: { needs: ["claimed"], at: domainPage, button: "Use a file instead", shows: /Method changed/ },
  probeByForm: { needs: ["claimed"], at: domainPage, button: "Check now", shows: /Last checked/ },
  chooseOrganization: {
    at: () => "/dashboard/team",
    button: ({ name }) => name,
    typed: ({ id }) => ({ organization: id }),
    shows: /Overview|Welcome/,
    cookie: /ageway-organization=/,
  },
  chooseTheme: {
    at: () => "/dashboard/team",
    button: "Dark",
    typed: { theme: "dark" },
    shows: /Team/,
    cookie: /ageway-theme=dark/,
  },
  leaveAction: { at: () => "/dashboard/team", button: "Leave Shop", shows: /only owner|last owner/i },
  endSessionAction: {
    at: () => "/dashboard/account",
    before: ({ owner }) => signedIn({ email: owner.email }),
    button: "Sign out of",
    shows: /That browser is signed out/,
  },
  endAll: { at: () => "/dashboard/account", button: "Sign out everywhere", shows: /signed out/ },
};

/** Only where Stripe collects: `tests/isolated/billing/stripe`. The page that is open calls `probeNow`, and no form. */
const NO_FORM_HERE = ["subscribeAtStripe", "manageAtStripe", "probeNow"];

test.for(Object.entries(FORMS))("%s works without script: one page, one press", async ([, given]) => {
  const shop = await shopWith(given.needs ?? []);
  const { cookie } = shop.owner;
  const [path] = [await given.at(shop), await given.before?.(shop)];
  const button = typeof given.button === "string" ? given.button : given.button(shop);
  const typed = typeof given.typed === "function" ? given.typed(shop) : (given.typed ?? {});
  const answer = await dashboard.submit(path, formWith(await dashboard.get(path, cookie), button, typed), cookie);
  const jar = [cookie, ...answer.headers.getSetCookie().map((one) => one.split(";")[0])].join("; ");
  const shown = answer.location === null ? answer : await dashboard.get(answer.location, jar);
  expect([200, 303]).toContain(answer.status);
  expect(textOf(shown.text)).toMatch(given.shows);
  expect(jar).toMatch(given.cookie ?? /./);
});

test("the errors of a form stand in the order of its fields", async () => {
  const shop = await shopWith(["key"]);
  const { cookie } = shop.owner;
  const typed = {
    label: "",
    language: "",
    verifiedDevices: "",
    fallback: "",
    limit: "many",
    addressLimit: "",
    brake: "0",
  };
  const wrong = formWith(await dashboard.get(keyPage(shop), cookie), "Save settings", typed);
  const answer = await dashboard.submit(keyPage(shop), wrong, cookie);
  expect(textOf(answer.text)).toMatch(/Check what you entered\s*Calls per minute: enter .* Pause after: enter/);
});

test("a locked key that was made leaves its secret, and no form that would make another", async () => {
  const { owner } = await shopWith([]);
  const form = formWith(await dashboard.get("/dashboard/keys/new", owner.cookie), "Create key", {
    mode: "locked",
    label: "Till",
  });
  const { text } = await dashboard.submit("/dashboard/keys/new", form, owner.cookie);
  expect(text).toMatch(/this is its secret/);
  expect(text).not.toMatch(/name="label"/);
});

test("signing out does so, too", async () => {
  const { owner } = await shopWith([]);
  const headers = { cookie: owner.cookie, origin: dashboard.base };
  const body = new URLSearchParams();
  expect(
    (await fetch(`${dashboard.base}/sign-out`, { method: "POST", redirect: "manual", headers, body })).status,
  ).toBe(303);
  expect((await dashboard.get("/dashboard", owner.cookie)).location).toMatch(/^\/sign-in/);
});

test("there is no form of a member that these tests and those of the permissions do not submit", async () => {
  const { node } = JSON.parse(readFileSync(".next/server/server-reference-manifest.json", "utf8")) as {
    node: Record<string, { exportedName: string }>;
  };
  const shop = await shopWithEverything();
  const pages = await Promise.all(
    Object.values(WRITES).map(async ({ at, button }) =>
      formWith(await dashboard.get(at(shop), shop.owner.cookie), button, {}),
    ),
  );
  const named = pages.map((form) => JSON.stringify([...form])).join();
  const ofPermissions = Object.entries(node).flatMap(([id, { exportedName }]) =>
    named.includes(id) ? [exportedName] : [],
  );
  const all = Object.values(node).map(({ exportedName }) => exportedName);
  expect([...new Set([...ofPermissions, ...Object.keys(FORMS), ...NO_FORM_HERE])].toSorted()).toEqual(all.toSorted());
});

/** An invitation of another organization to the owner of this one. */
async function invitationOfOwner({ owner }: FullShop): Promise<string> {
  const other = await createOrganization(await person(), "Other shop");
  const token = newSecret();
  const row = { email: owner.email, role: "viewer" as const, invitedBy: null, digest: secretDigest(token) };
  await database().transaction(async (tx) => {
    const locked = await lockOrganizationIfAny(tx, other.ok ? other.id : "");
    await insertInvitation(locked, {
      ...row,
      id: uuidV7(),
      organizationId: other.ok ? other.id : "",
      ttlMs: 86_400_000,
    });
  });
  return `/invitation?token=${token}`;
}
