import { expect, test } from "vitest";
import { check, generate, NAVIGATION, newDevice, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";

type Bad = Omit<Parameters<typeof generate>[1], "key">;

const refusalOf = ({ status, headers }: Awaited<ReturnType<typeof generate>>) => [
  status,
  headers.get("ageway-reason"),
  headers.get("ageway-detail"),
];

test.for<[string, string, Bad]>([
  ["speculative_load", "prefetch", { headers: { "Sec-Purpose": "prefetch" } }],
  ["speculative_load", "embedded", { headers: { "Sec-Fetch-Dest": "image" } }],
  ["speculative_load", "no_cors", { headers: { "Sec-Fetch-Mode": "no-cors" } }],
  ["device_id_invalid", "wrong_length", { device: "short" }],
  ["device_id_invalid", "wrong_characters", { device: "[object Object]" }],
  ["device_id_invalid", "placeholder", { device: "undefined" }],
  ["domain_invalid", "twice", { domain: ["https://a.example/", "https://b.example/"] }],
  ["domain_invalid", "no_scheme", { domain: "shop.example" }],
  ["domain_invalid", "not_https", { domain: "http://shop.example/" }],
  ["domain_invalid", "encoded_twice", { domain: "https%3A%2F%2Fshop.example" }],
  ["domain_invalid", "address_not_name", { domain: "https://10.0.0.1/" }],
  ["domain_invalid", "space", { domain: "https://shop.example/a b" }],
  ["domain_invalid", "backslash", { domain: "https://shop.example/\\" }],
  ["domain_invalid", "user_in_address", { domain: "https://me@shop.example/" }],
  ["domain_invalid", "host_invalid", { domain: "https://intranet/" }],
  ["domain_invalid", "too_long", { domain: `https://shop.example/${"a".repeat(2048)}` }],
  ["idempotency_key_invalid", "empty", { headers: { "Idempotency-Key": "" } }],
  ["idempotency_key_invalid", "too_long", { headers: { "Idempotency-Key": "x".repeat(256) } }],
  ["domain_not_verified", "return_url", { domain: "https://elsewhere.example/" }],
  ["domain_not_verified", "origin", { headers: { Origin: "https://elsewhere.example" } }],
])("%s says which of its causes it was: %s", async ([reason, detail, bad]) => {
  const shop = await newOrganization();
  const { status, headers } = await generate("b", { ...shop, ...bad });
  expect([status >= 400, headers.get("ageway-reason"), headers.get("ageway-detail")]).toEqual([true, reason, detail]);
  const navigation = await generate("b", { ...shop, ...bad, headers: { ...NAVIGATION, ...bad.headers } });
  expect(refusalOf(navigation).slice(1)).toEqual([reason, detail]);
});

// Next has decoded the query and written it anew before a route sees it; the production entry reads it as it came.
if (process.env.SERVER !== "next")
  test("a Latin-1 return URL is told from one in UTF-8, percent-encoded or not", async () => {
    const { key, host } = await newOrganization();
    const ask = (domain: string) => send(`/api/url_generator_b/${key}/${newDevice()}/18?domain=${domain}`);
    expect(refusalOf(await ask(`https%3A%2F%2F${host}%2Fk%F8b`))).toEqual([400, "domain_invalid", "not_utf8"]);
    expect((await ask(`https%3A%2F%2F${host}%2Fk%C3%B8b`)).status).toBe(200);
    expect((await ask(`https://${host}/k%C3%B8b`)).status).toBe(200);
    expect(refusalOf(await ask(`https://${host}/x&lang=%E6`))).toEqual([400, "domain_invalid", "not_utf8"]);
  });

test("a scheme in capitals is one, and what goes home is as a browser writes it", async () => {
  const shop = await newOrganization({ spendCapMinor: 0 });
  const domain = `HTTPS://${shop.host}/x`;
  const answer = await generate("b", { ...shop, domain, headers: NAVIGATION });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `https://${shop.host}/x`]);
});

test.for([
  "http://shop.test/",
  "http://a.localhost:3000/",
  "http://shop.local/x",
  "http://192.168.1.7:8080/",
  "http://[fd00::7]/",
])("a test key may return to %s, and be called from there; a live key not", async (domain) => {
  const [testShop, shop] = [await newOrganization({ mode: "test" }), await newOrganization()];
  const headers = { Origin: new URL(domain).origin };
  expect((await generate("b", { ...testShop, domain, headers })).status).toBe(200);
  const refused = await generate("b", { ...shop, domain });
  expect([refused.status, refused.headers.get("ageway-reason")]).toEqual([400, "domain_invalid"]);
  const calledFrom = await generate("b", { ...shop, headers });
  expect(refusalOf(calledFrom)).toEqual([403, "domain_not_verified", "origin"]);
});

test("no success and no reason with a single cause has a detail", async () => {
  const shop = await newOrganization();
  const answers = [
    await generate("b", shop),
    await generate("b", { ...shop, age: "17" }),
    await check("x", newDevice()),
  ];
  expect(answers.map(({ headers }) => headers.get("ageway-detail"))).toEqual([null, null, null]);
});
