import { expect, test } from "vitest";
import { generate, NAVIGATION, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";

const PROVIDERS = ["s", "b"] as const;

test.for(["17", "21", "018", "18.0", "1e1", " 18", "18 ", "+18", "１８", "0x12", "-18", "NaN", "18,16"])(
  "the age %j is not supported",
  async (age) => {
    for (const provider of PROVIDERS) {
      const answer = await generate(provider, { ...(await newOrganization()), age });
      expect([answer.status, answer.text, answer.headers.get("ageway-reason")]).toEqual([
        400,
        '{"url":null}',
        "age_not_supported",
      ]);
    }
  },
);

test.for([
  "1234567",
  "a".repeat(129),
  "with space",
  "with/slash",
  "späth-id",
  "percent%25",
  "nul\u0000nul0",
  "a'--------",
  "undefined",
  "[object Object]",
  "00000000-0000-0000-0000-000000000000",
  "device_id",
  "a".repeat(128),
])("the device id %j is invalid", async (device) => {
  for (const provider of PROVIDERS) {
    const answer = await generate(provider, { ...(await newOrganization()), device });
    expect([answer.status, answer.text, answer.headers.get("ageway-reason")]).toEqual([
      400,
      '{"url":null}',
      "device_id_invalid",
    ]);
  }
});

test.for(["12345678", "ab".repeat(64), "A.z_0~9-", "3f0f5f0e-8d5c-4a52-9b57-a3f2a1a8d1c2"])(
  "the device id %j is valid",
  async (device) => {
    expect((await generate("b", { ...(await newOrganization()), device })).status).toBe(200);
  },
);

test.for([
  "http://shop.example/",
  "shop.example",
  "javascript:alert(1)",
  "https://user@shop.example/",
  "https://shop.example\\@evil.example",
  "https://10.0.0.1/",
  `https://shop.example/${"a".repeat(2048)}`,
])("the return URL %j is invalid", async (domain) => {
  for (const provider of PROVIDERS) {
    const answer = await generate(provider, { ...(await newOrganization()), domain });
    expect([answer.status, answer.text, answer.headers.get("ageway-reason")]).toEqual([
      400,
      '{"url":null}',
      "domain_invalid",
    ]);
  }
});

test("a return URL given twice is invalid, even if both are the same", async () => {
  const shop = await newOrganization();
  for (const domain of [
    [shop.domain, "https://evil.example/"],
    [shop.domain, shop.domain],
    [shop.domain, ""],
  ]) {
    expect((await generate("s", { ...shop, domain })).headers.get("ageway-reason")).toBe("domain_invalid");
  }
});

test.for(["", "x".repeat(256)])("an Idempotency-Key of %#: empty or over 255 characters is invalid", async (key) => {
  const answer = await generate("b", { ...(await newOrganization()), headers: { "Idempotency-Key": key } });
  expect([answer.status, answer.headers.get("ageway-reason")]).toEqual([400, "idempotency_key_invalid"]);
});

test("a person gets a page with the same status that says what to do, and gives a reference", async () => {
  const { status, headers, text } = await generate("b", {
    ...(await newOrganization()),
    age: "17",
    headers: NAVIGATION,
  });
  expect([status, headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
  expect(text).toContain("The link from the shop is not complete");
  expect(text).toMatch(/this reference: [2-9A-Z]{4}\u00a0[2-9A-Z]{4}\./);
  expect(text).not.toContain("<script");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("every refusal names its reason and links to the page that explains it", async () => {
  const { headers } = await generate("b", { ...(await newOrganization()), age: "17" });
  expect(headers.get("link")).toBe(`<${process.env.BASE_URL}/reasons/age_not_supported>; rel="help"`);
});

// Next would answer these with a redirect; the production entry knows better.
if (process.env.SERVER === "server")
  test("an address with an empty part, or a slash too many, gets the answer of its rule", async () => {
    const { key, domain } = await newOrganization();
    const query = `domain=${encodeURIComponent(domain)}`;
    const empty = await send(`/api/url_generator_b/${key}//18?${query}`);
    expect([empty.status, empty.text, empty.headers.get("ageway-reason")]).toEqual([
      400,
      '{"url":null}',
      "device_id_invalid",
    ]);
    expect((await send(`/api/url_generator_b/${key}/sound-device/18/?${query}`)).status).toBe(200);
    for (const path of ["/api/auth_check//sound-device", "/api/auth_check/x/sound-device/"]) {
      const answer = await send(path);
      expect([answer.status, answer.text, answer.headers.get("cache-control")]).toEqual([
        404,
        '{"age":null,"verified":false}',
        "no-store",
      ]);
    }
    expect((await send("/%ff")).status).toBe(404);
  });
