import { request } from "node:http";
import { networkInterfaces } from "node:os";
import { beforeAll, expect, test } from "vitest";
import { mayEver, ROLES, type Role } from "#lib/core/permission.rules.ts";
import { cookieName } from "#lib/runtime/cookie.ts";
import { openDashboard, type Page, textOf } from "#tests/support/dashboard.ts";
import { FILES, PAGES, type Place } from "#tests/support/dashboard-places.ts";
import { inFull } from "#tests/support/full.ts";
import { type FullShop, shopWithEverything } from "#tests/support/shop-with-everything.ts";
import { signedIn } from "#tests/support/signed-in.ts";

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let shop: FullShop;
beforeAll(async () => {
  [dashboard, shop] = await Promise.all([openDashboard(), shopWithEverything()]);
});

/** These are about the dashboard itself, and need no chapter. */
const WITHOUT_CHAPTER = ["/dashboard/search"];

const NOT_SHOWN = "is not part of your role";

/** In full each role asks for a place. On every run the weakest that may and the strongest that may not. */
const cellsOf = (places: Place[]) =>
  places.flatMap(([path, permission]) => {
    const usual = [
      ROLES.findLast((role) => mayEver(role, permission)),
      ROLES.find((role) => !mayEver(role, permission)),
    ];
    return ROLES.filter((role) => inFull(true, usual.includes(role))).map((role) => [path, permission, role] as const);
  });

test.for(cellsOf(PAGES))("%s, which is to %s, is read by %s as the matrix says", async ([path, permission, role]) => {
  const { cookie } = await signedIn({ of: shop.id, role });
  const page = await dashboard.get(path(shop), cookie);
  expect(page.status).toBe(200);
  expect(page.text.includes(NOT_SHOWN)).toBe(!mayEver(role, permission));
  expect(textOf(page.text).includes("Docs for this page")).toBe(!WITHOUT_CHAPTER.includes(path(shop)));
  // All of it is there without script: for what comes in later, a template keeps the place.
  expect(page.text).toContain("<h1");
  expect(page.text).not.toContain("<template");
});

test.for(cellsOf(FILES))(
  "%s, which is to %s, is fetched by %s as the matrix says",
  async ([path, permission, role]) => {
    const { cookie } = await signedIn({ of: shop.id, role });
    expect((await dashboard.get(path(shop), cookie)).status).toBe(mayEver(role, permission) ? 200 : 403);
  },
);

test.for(PAGES)("%s asks whoever is not signed in to sign in, and shows nothing", async ([path]) => {
  const page = await dashboard.get(path(shop));
  expect([page.status, page.location]).toEqual([307, `/sign-in?next=${encodeURIComponent(path(shop))}`]);
  expectNothingOf(shop, page, [shop.key, shop.claimed]);
});

test.for(FILES)("%s is refused to whoever is not signed in", async ([path]) => {
  const page = await dashboard.get(path(shop));
  expect(page.status).toBe(401);
  expectNothingOf(shop, page);
});

test.for([...PAGES, ...FILES])("%s of an organization is not there for members of another", async ([path]) => {
  const { cookie } = await stranger("owner");
  const page = await dashboard.get(path(shop), `${cookie}; ${cookieName("organization")}=${shop.id}`);
  // Where the address names nothing of hers, she sees her own.
  const named = [shop.key, shop.claimed, String(shop.invoice), shop.id, shop.other.id, shop.run].filter((one) =>
    path(shop).includes(one),
  );
  expect(page.status).toBe(named.length > 0 ? 404 : 200);
  expectNothingOf(shop, page, named);
});

test("its owner sees all of what nobody else may", async () => {
  const pages = await Promise.all(PAGES.map(([path]) => dashboard.get(path(shop), shop.owner.cookie)));
  const all = pages.map(({ text }) => text).join();
  expect(secretsOf(shop).filter((secret) => !all.includes(secret))).toEqual([]);
});

test("of what an address names, members of another organization see nothing without the cookie either", async () => {
  const { cookie } = await stranger("owner");
  for (const path of [
    `/dashboard/keys/${shop.key}`,
    `/dashboard/keys/${shop.key}/revoke`,
    `/dashboard/domains/${shop.claimed}`,
    `/dashboard/domains/${shop.claimed}/remove`,
    `/dashboard/gate-test/${shop.run}`,
    `/dashboard/team/${shop.other.id}`,
    `/dashboard/billing/invoices/${shop.invoice}`,
    `/dashboard/billing/invoices/${shop.invoice}/csv`,
    `/dashboard/connect/calls?organization=${shop.id}`,
  ]) {
    const page = await dashboard.get(path, cookie);
    expect(page.status, path).toBe(404);
    expectNothingOf(shop, page, [shop.key, shop.claimed]);
  }
  for (const path of [`/dashboard/checks?key=${shop.key}`, `/dashboard/connect?key=${shop.key}`])
    expectNothingOf(shop, await dashboard.get(path, cookie), [shop.key]);
});

test.for(["", "/0190d3a4-0000-7000-8000-000000000000", "?mode=test"])(
  "the former address of the gate test%s leads to the one of now",
  async (rest) => {
    const page = await dashboard.get(`/dashboard/doctor${rest}`, shop.owner.cookie);
    expect([page.status, page.location]).toEqual([308, `/dashboard/gate-test${rest}`]);
  },
);

test.for(["/dashboard/checks/ZZZZZZZZ", "/dashboard/checks/nonsense", "/dashboard/nonsense"])(
  "%s, which is nothing, is answered inside the layout, without script",
  async (path) => {
    const page = await dashboard.get(path, shop.owner.cookie);
    expect(page.status).toBe(404);
    expect(page.text.replace(/<script.*?<\/script>/gs, "")).toContain("This page does not exist");
  },
);

/** Headers that a caller may send in the hope that Next or we trust them. */
const SPOOFS: Record<string, string>[] = [
  { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" },
  { "x-middleware-subrequest": "src/proxy:src/proxy:src/proxy:src/proxy:src/proxy" },
  { "x-middleware-rewrite": "/dashboard/keys", "x-middleware-next": "1" },
  { "x-middleware-override-headers": "cookie", "x-middleware-request-cookie": "ageway-session=x" },
  { "x-invoke-path": "/dashboard/keys", "x-invoke-output": "/dashboard/keys", "x-invoke-status": "200" },
  { "x-matched-path": "/dashboard/keys", "x-now-route-matches": "1" },
  { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https", forwarded: "host=evil.example" },
  { "x-original-url": "/dashboard/keys", "x-rewrite-url": "/dashboard/keys" },
  { "x-prerender-revalidate": "1", "x-next-revalidated-tags": "a" },
  { "x-nonce": "aaaa", "content-security-policy": "script-src *" },
  { RSC: "1" },
  { RSC: "1", "next-router-prefetch": "1" },
  { RSC: "1", "next-router-segment-prefetch": "/_tree" },
  {
    RSC: "1",
    "next-router-state-tree": '["",{"children":["(dashboard)",{"children":["dashboard",{"children":["keys",{}]}]}]}]',
  },
  { "next-url": "/dashboard/keys", RSC: "1" },
  { "x-ageway-user": "owner", "x-user-id": "1", authorization: "Bearer x" },
];

/** In full each address is asked for as nobody and as every stranger; on every run as one of them, in turn. */
const inTurn = (who: readonly string[], n: number) => inFull(who, [who[n % who.length] ?? ""]);
/** In full each address is asked for with every header and spelling; on every run with every sixteenth one. */
const isInTurn = (n: number) => inFull(true, n % 16 === 0);

test.for(SPOOFS.map((headers, n) => [headers, n] as const))(
  "nobody and strangers see nothing with %j",
  async ([headers, n]) => {
    const { cookie } = await stranger("owner");
    const chosen = `${cookie}; ${cookieName("organization")}=${shop.id}`;
    for (const [at, [path]] of [...PAGES, ...FILES].entries())
      for (const who of isInTurn(n + at) ? inTurn(["", cookie, chosen], (n + at) / 16) : [])
        expectNothingOf(shop, await dashboard.get(path(shop), who, headers), [shop.key, shop.claimed]);
  },
);

test.for(
  [
    (path: string) => `${path}.rsc`,
    (path: string) => `${path}.json`,
    (path: string) => `${path}/`,
    (path: string) => `/${path}`,
    (path: string) => `${path}?_rsc=1`,
    (path: string) => `${path}.segments/_tree.segment.rsc`,
    (path: string) => path.toUpperCase(),
    (path: string) => path.replaceAll("d", "%64"),
    (path: string) => path.replace("/dashboard", "/dashboard/."),
    (path: string) => path.replace("/dashboard", "/sign-in/..%2fdashboard"),
    (path: string) => path.replace("/dashboard", "/(dashboard)/dashboard"),
    (path: string) => path.replace("/dashboard", "/_next/data/x/dashboard"),
    (path: string) => path.replace("/dashboard", "/dashboard;x"),
    (path: string) => path.replace("/dashboard", "/dashboard%00"),
  ].map((odd, n) => [odd, n] as const),
)("nobody and strangers see nothing at odd spellings (%#)", async ([odd, n]) => {
  const { cookie } = await stranger("owner");
  const chosen = `${cookie}; ${cookieName("organization")}=${shop.id}`;
  for (const [at, [path]] of [...PAGES, ...FILES].entries())
    for (const who of isInTurn(n + at) ? inTurn(["", chosen], (n + at) / 16) : []) {
      const page = await dashboard.get(odd(path(shop)), who);
      expect(page.status, odd(path(shop))).toBeLessThan(500);
      expectNothingOf(shop, page, [shop.key, shop.claimed]);
    }
});

test("the inbox is shown to who asks this machine by its own name, and nowhere else", async () => {
  const asked = (host: string) =>
    new Promise<number | undefined>((done, fail) => {
      request(`${dashboard.base}/inbox`, { headers: { host } }, (answer) => done(answer.resume().statusCode))
        .once("error", fail)
        .end();
    });
  expect(await asked(new URL(dashboard.base).host)).toBe(200);
  expect(await asked(`evil.example:${new URL(dashboard.base).port}`)).toBe(404);
  const elsewhere = Object.values(networkInterfaces())
    .flat()
    .find((one) => one && !one.internal && one.family === "IPv4");
  // A machine without a network address has no other address to try.
  if (!elsewhere) return;
  await expect(fetch(`http://${elsewhere.address}:${new URL(dashboard.base).port}/inbox`)).rejects.toThrow();
});

test("what removing a member does stands in a part of its own, below the role", async () => {
  const { text } = await dashboard.get(`/dashboard/team/${shop.other.id}`, shop.owner.cookie);
  expect(textOf(text)).toMatch(/Change role\b.*Remove member They lose access at once.*Remove member/);
});

test("the inbox has the layout of a page, a way back, and the time of each mail", async () => {
  const { text } = await dashboard.get("/inbox", shop.owner.cookie);
  expect(text).toMatch(/<header\b[^>]*><a\b[^>]* href="\/">.*href="\/dashboard"/);
  expect(text).toMatch(/<time dateTime="[^"]+">[^<]+ UTC<\/time>/i);
});

test("every page says how it may be kept, framed and scripted", async () => {
  for (const path of ["/dashboard", "/dashboard/account", "/welcome", "/sign-in", "/inbox", "/status"]) {
    const hasScript = !["/sign-in", "/inbox", "/status"].includes(path);
    const { headers } = await dashboard.get(path, shop.owner.cookie);
    expect(headers.get("cache-control"), path).toBe("no-store");
    expect(headers.get("referrer-policy"), path).toBe("same-origin");
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    if (hasScript) expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic'/);
    else expect(policy).toMatch(/^default-src 'none'; style-src 'self';(?!.*script-src)/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  }
});

async function stranger(role: Role) {
  const { newOrganization: organization } = await import("#tests/support/organization.ts");
  return signedIn({ of: (await organization()).id, role });
}

/** Expects no secret of this organization on a page. `asked`: texts of the address itself, which the page may repeat. */
function expectNothingOf(shop: FullShop, page: Page, asked: string[] = []): void {
  const text = asked.reduce((left, echoed) => left.replaceAll(echoed, ""), page.text);
  expect(secretsOf(shop).filter((secret) => text.includes(secret))).toEqual([]);
}

function secretsOf({ mark, name, liveKey, key, host }: FullShop): string[] {
  return [`label-${mark}`, name, liveKey, key, host, `owner-${mark}`, `guest-${mark}`, `Street ${mark}`];
}
