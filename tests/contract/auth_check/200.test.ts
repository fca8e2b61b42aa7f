import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { database } from "#lib/runtime/database.ts";
import { check, generate, newDevice } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

type Shop = Awaited<ReturnType<typeof newOrganization>>;

async function tokenOf(
  shop: Shop,
  {
    provider = "b",
    persona = "adult",
    age = "18",
    device = newDevice(),
  }: { provider?: "s" | "b"; persona?: string; age?: string; device?: string } = {},
) {
  const visitor = browser();
  const { url } = await started(provider, shop, { age, device });
  const back = await completeFlow(visitor, url, persona);
  const token =
    tokenIn(back.headers.get("location")) ??
    tokenIn((await visitor.go(`${url}&do=leave`, "POST")).headers.get("location"));
  return { token: token ?? "", device };
}

test.for([
  ["s", "16", 16],
  ["b", "18", 18],
] as const)(
  "a proof of %s for %s: exactly these fields, an integer age, times in RFC 3339",
  async ([provider, age, years]) => {
    const shop = await newOrganization();
    const { token, device } = await tokenOf(shop, { provider, age });
    const { status, text, body, headers } = await check(token, device, shop.key);
    const { verified_at: at, expires_at: until } = body as { verified_at: string; expires_at: string };
    expect(status).toBe(200);
    expect(text).toBe(
      JSON.stringify({
        age: years,
        verified: true,
        minimum_age: years,
        provider,
        mode: "live",
        verified_at: at,
        expires_at: until,
      }),
    );
    for (const moment of [at, until]) expect(moment).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Date.parse(until) - Date.parse(at)).toBe(30 * 60_000);
    expect([headers.get("access-control-allow-origin"), headers.get("cache-control")]).toEqual([null, "no-store"]);
  },
);

test("every other outcome is the same no, in which nothing can be read as a yes", async () => {
  const shop = await newOrganization();
  for (const persona of ["seventeen", "cancel", "down", "no-birthdate"]) {
    const { token, device } = await tokenOf(shop, { persona });
    const { status, text, body } = await check(token, device, shop.key);
    const { expires_at: until } = body as { expires_at: string };
    expect([status, text]).toEqual([
      200,
      `{"age":null,"verified":false,"provider":"b","mode":"live","expires_at":"${until}"}`,
    ]);
    expect(until).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
});

test("it can be asked again, and says the same until the token expires", async () => {
  const shop = await newOrganization();
  const { token, device } = await tokenOf(shop);
  const answers = await Promise.all(Array.from({ length: 20 }, () => check(token, device, shop.key)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

test("the plugin key may be left out for a live token", async () => {
  const { token, device } = await tokenOf(await newOrganization());
  expect((await check(token, device)).body).toMatchObject({ verified: true });
});

test("a test token answers to its test key", async () => {
  const shop = await newOrganization({ mode: "test", subscription: "none" });
  const { token, device } = await tokenOf(shop);
  expect((await check(token, device, shop.key)).body).toMatchObject({ verified: true, mode: "test" });
});

test("the first answer with an age redeems the proof, and only then s turns the device away", async () => {
  const shop = await newOrganization();
  const { token, device } = await tokenOf(shop, { provider: "s" });
  expect((await generate("s", { ...shop, device })).status).toBe(200);
  await check(token, device, shop.key);
  const refused = await generate("s", { ...shop, device });
  expect([refused.status, refused.headers.get("ageway-reason"), refused.text]).toEqual([
    403,
    "already_verified",
    JSON.stringify({ url: shop.domain }),
  ]);
  expect((await generate("s", { ...shop, device, age: "16" })).status).toBe(403);
  expect((await generate("b", { ...shop, device })).status).toBe(200);
  expect((await generate("s", { ...shop, device: newDevice() })).status).toBe(200);
  expect((await generate("s", { ...(await newOrganization()), device })).headers.get("ageway-reason")).not.toBe(
    "already_verified",
  );
});

test("a proof of 16 does not turn away who is asked for 18; an expired proof turns nobody away", async () => {
  const shop = await newOrganization();
  const { token, device } = await tokenOf(shop, { provider: "s", age: "16" });
  await check(token, device, shop.key);
  expect((await generate("s", { ...shop, device })).status).toBe(200);
  expect((await generate("s", { ...shop, device, age: "16" })).status).toBe(403);
  await database().execute(
    sql`UPDATE verification SET completed_at = now() - interval '30 minutes' WHERE organization_id = ${shop.id} AND outcome IS NOT NULL`,
  );
  expect((await generate("s", { ...shop, device, age: "16" })).status).toBe(200);
});

test("a no redeems nothing", async () => {
  const shop = await newOrganization();
  const { token, device } = await tokenOf(shop, { provider: "s", persona: "seventeen" });
  await check(token, device, shop.key);
  expect((await generate("s", { ...shop, device })).status).toBe(200);
});
