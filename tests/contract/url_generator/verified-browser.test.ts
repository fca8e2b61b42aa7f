import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { database } from "#lib/runtime/database.ts";
import { check, generate, NAVIGATION, newDevice } from "#tests/support/gateway.ts";
import { keyOf } from "#tests/support/key.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

type Shop = Awaited<ReturnType<typeof newOrganization>>;
type Visitor = ReturnType<typeof browser>;

/** A visitor who has proven an age, and whose shop has asked what the token says. */
async function verified({ mode = "live", age = "18" }: { mode?: "live" | "test"; age?: string } = {}) {
  const shop = await newOrganization({ mode });
  const visitor = browser();
  const { url, device, id } = await started("s", shop, { age });
  const token = tokenIn((await completeFlow(visitor, url, "adult")).headers.get("location")) ?? "";
  expect((await check(token, device, shop.key)).body).toMatchObject({ verified: true });
  return { shop, visitor, device, token, id };
}

/** The visitor's browser goes to the generator. */
function navigate(
  visitor: Visitor,
  shop: Shop,
  device: string,
  { age = "18", domain = shop.domain, key = shop.key } = {},
) {
  const cookie = visitor.cookies(new URL(String(process.env.BASE_URL)));
  return generate("s", { key, device, age, domain, headers: { ...NAVIGATION, Cookie: cookie } });
}

/** Home, as the first edition sent everybody: without a token. */
function bare(shop: Shop) {
  return [303, shop.domain, "already_verified"];
}

const shown = ({ status, headers }: Awaited<ReturnType<typeof navigate>>) => [
  status,
  headers.get("location"),
  headers.get("ageway-reason"),
];

test("the browser that made the proof goes home with its token, which the shop can check again", async () => {
  const { shop, visitor, device, token } = await verified();
  const before = [await shop.started(), await shop.billed()];
  const answer = await navigate(visitor, shop, device);
  expect([answer.status, answer.headers.get("ageway-reason")]).toEqual([303, "already_verified"]);
  const home = new URL(answer.headers.get("location") ?? "");
  expect([home.host, home.searchParams.get("basket"), home.hash]).toEqual([shop.host, "2", "#age"]);
  expect(tokenIn(home.href)).toBe(token);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect((await check(token, device, shop.key)).body).toMatchObject({ age: 18, verified: true });
  expect([await shop.started(), await shop.billed()]).toEqual(before);
});

test("it goes where this call asks, not where the first one did", async () => {
  const { shop, visitor, device, token } = await verified();
  const domain = `https://${shop.host}/elsewhere`;
  const answer = await navigate(visitor, shop, device, { domain });
  expect(answer.headers.get("location")).toBe(`${domain}?token_age_verified=${token}`);
});

test("another browser with the same device id goes home without a token", async () => {
  const { shop, device } = await verified();
  expect(shown(await navigate(browser(), shop, device))).toEqual(bare(shop));
  const other = await verified();
  expect(shown(await navigate(other.visitor, shop, device))).toEqual(bare(shop));
});

test("another device of the same browser goes home without the first one's token", async () => {
  const { shop, visitor } = await verified();
  // Another browser proved it for that device, so no new check is made.
  const { url, device } = await started("s", shop);
  await check(tokenIn((await completeFlow(browser(), url, "adult")).headers.get("location")) ?? "", device, shop.key);
  expect(shown(await navigate(visitor, shop, device))).toEqual(bare(shop));
});

test("of a browser's return URLs the newest four are read", async () => {
  const { shop, visitor, device, token } = await verified();
  const cookie = visitor.cookies(new URL(String(process.env.BASE_URL)));
  const homeBeside = async (newer: number) => {
    const others = Array.from({ length: newer }, (_, n) => `ageway-return-ffffffffffff7000800000000000000${n}=x`);
    const Cookie = [cookie, ...others].join("; ");
    const answer = await generate("s", { ...shop, device, headers: { ...NAVIGATION, Cookie } });
    return tokenIn(answer.headers.get("location"));
  };
  expect([await homeBeside(3), await homeBeside(4)]).toEqual([token, null]);
});

test("cookies that are none of ours, or changed, open nothing", async () => {
  const { shop, visitor, device } = await verified();
  const cookie = visitor.cookies(new URL(String(process.env.BASE_URL)));
  expect(cookie).toContain("ageway-return-");
  for (const changed of [
    cookie.replace(/.(?=.{9}$)/, (one) => (one === "A" ? "B" : "A")),
    "ageway-return-0=x",
    "=; =;",
  ]) {
    const answer = await generate("s", { ...shop, device, headers: { ...NAVIGATION, Cookie: changed } });
    expect(shown(answer)).toEqual(bare(shop));
  }
});

test("a program that brings the cookies along hears what it always heard", async () => {
  const { shop, visitor, device } = await verified();
  const Cookie = visitor.cookies(new URL(String(process.env.BASE_URL)));
  const { status, text, headers } = await generate("s", { ...shop, device, headers: { Cookie } });
  expect([status, text, headers.get("ageway-reason")]).toEqual([
    403,
    JSON.stringify({ url: shop.domain }),
    "already_verified",
  ]);
});

test("a host that is not verified gets neither visitor nor token", async () => {
  const { shop, visitor, device } = await verified();
  const answer = await navigate(visitor, shop, device, { domain: "https://elsewhere.example/" });
  expect([answer.status, answer.headers.get("location"), answer.headers.get("ageway-reason")]).toEqual([
    403,
    null,
    "domain_not_verified",
  ]);
});

test("a proof of 16 goes home with whoever is asked for 16, and one of 18 with both", async () => {
  const sixteen = await verified({ age: "16" });
  const again = await navigate(sixteen.visitor, sixteen.shop, sixteen.device, { age: "16" });
  expect(tokenIn(again.headers.get("location"))).toBe(sixteen.token);
  const eighteen = await verified();
  const lower = await navigate(eighteen.visitor, eighteen.shop, eighteen.device, { age: "16" });
  expect(tokenIn(lower.headers.get("location"))).toBe(eighteen.token);
});

test("the token of a proof of 16 answers nobody who is asked for 18", async () => {
  const { shop, visitor, device } = await verified({ age: "16" });
  // Another browser proved 18 for the same device id, so no new check is made.
  const { url } = await started("s", shop, { device });
  await check(tokenIn((await completeFlow(browser(), url, "adult")).headers.get("location")) ?? "", device, shop.key);
  expect(shown(await navigate(visitor, shop, device))).toEqual(bare(shop));
});

test("another organization's proof in the same browser stays there, even of the same device id", async () => {
  const device = newDevice();
  const [ours, theirs] = [await newOrganization(), await newOrganization()];
  const visitor = browser();
  for (const [shop, walker] of [
    [theirs, visitor],
    [ours, browser()],
  ] as const) {
    const { url } = await started("s", shop, { device });
    await check(tokenIn((await completeFlow(walker, url, "adult")).headers.get("location")) ?? "", device, shop.key);
  }
  expect(shown(await navigate(visitor, ours, device))).toEqual(bare(ours));
  expect(tokenIn((await navigate(visitor, theirs, device)).headers.get("location"))).not.toBeNull();
});

test("a test proof goes home only under the test key that made it, and no live proof under a test key", async () => {
  const { shop, visitor, device, token } = await verified({ mode: "test" });
  expect(tokenIn((await navigate(visitor, shop, device)).headers.get("location"))).toBe(token);
  const key = await keyOf(shop.id, "test");
  expect(shown(await navigate(visitor, shop, device, { key }))).toEqual(bare(shop));
  const live = await verified();
  const testKey = await keyOf(live.shop.id, "test");
  expect((await navigate(live.visitor, live.shop, live.device, { key: testKey })).headers.get("location")).toMatch(
    /\/verify\/s\?session=/,
  );
});

test("a token that has expired goes home with nobody: a new check starts", async () => {
  const { shop, visitor, device, id } = await verified();
  await database().execute(sql`UPDATE verification SET completed_at = now() - interval '30 minutes' WHERE id = ${id}`);
  expect((await navigate(visitor, shop, device)).headers.get("location")).toMatch(/\/verify\/s\?session=/);
});
