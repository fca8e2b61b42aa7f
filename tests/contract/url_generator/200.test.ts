import { expect, test } from "vitest";
import { decryptId } from "#lib/crypto/opaque-id.ts";
import { verifyDomainManually } from "#lib/domains/domain.ts";
import { generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";

const PROVIDERS = ["s", "b"] as const;

test.for(PROVIDERS)("%s answers with a link to its own flow, and with nothing else", async (provider) => {
  const shop = await newOrganization();
  const { status, headers, body, text } = await generate(provider, shop);
  const { url } = body as { url: string };
  expect(status).toBe(200);
  expect(text).toBe(JSON.stringify({ url }));
  expect(url).toMatch(new RegExp(`^${process.env.BASE_URL}/verify/${provider}\\?session=[A-Za-z0-9_-]{43}$`));
  expect(decryptId("session", url.slice(-43))).not.toBeNull();
  expect(headers.get("content-type")).toBe("application/json");
  expect(headers.get("ageway-reason")).toBeNull();
});

test.for(PROVIDERS)("%s may be called from any page, and no answer of it is kept", async (provider) => {
  const { headers } = await generate(provider, await newOrganization());
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("access-control-allow-credentials")).toBeNull();
  expect(headers.get("access-control-expose-headers")).toBe(
    "Ageway-Reason, Ageway-Detail, Ageway-Reference, Ageway-Version, Link, Retry-After, RateLimit, RateLimit-Policy",
  );
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("vary")).toContain("Accept");
  expect(headers.get("vary")).toContain("Sec-Fetch-Mode");
});

test.for(PROVIDERS)("%s makes a new link for every accepted request", async (provider) => {
  const shop = await newOrganization();
  const links = await Promise.all(Array.from({ length: 8 }, () => generate(provider, shop)));
  expect(new Set(links.map(({ body }) => (body as { url: string }).url)).size).toBe(8);
  expect(await shop.started()).toBe(8);
});

test("b bills each accepted request, s bills none yet", async () => {
  const shop = await newOrganization();
  await generate("s", shop);
  expect([await shop.billed(), await shop.spent()]).toEqual([0, 0]);
  await generate("b", shop);
  await generate("b", shop);
  expect([await shop.billed(), await shop.spent()]).toEqual([2, 24]);
});

test("a test key needs no subscription and no verified host on the developer's own machine, and costs nothing", async () => {
  const shop = await newOrganization({ mode: "test", subscription: "none", domain: "unverified" });
  for (const domain of ["http://localhost:5173/cart", "http://127.0.0.1/", "https://localhost/"]) {
    expect((await generate("b", { ...shop, domain })).status).toBe(200);
  }
  expect([await shop.billed(), await shop.spent()]).toEqual([3, 0]);
});

test("a sub-domain is good where the domain includes them", async () => {
  const shop = await newOrganization({ domain: "with sub-domains" });
  expect((await generate("s", { ...shop, domain: `https://checkout.${shop.host}/` })).status).toBe(200);
});

test("a page of the shop may call from its own origin, whatever its port", async () => {
  const shop = await newOrganization();
  const headers = { Origin: `https://${shop.host}:8443`, "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty" };
  expect((await generate("b", { ...shop, headers })).status).toBe(200);
});

test("a page at one host of the shop may name another one as the return URL, if both are verified", async () => {
  const shop = await newOrganization();
  const host = `other-${shop.host}`;
  const headers = { Origin: `https://${host}` };
  expect((await generate("b", { ...shop, headers })).headers.get("ageway-reason")).toBe("domain_not_verified");
  await verifyDomainManually({ kind: "operator" }, { organizationId: shop.id, host, includeSubdomains: false });
  expect((await generate("b", { ...shop, headers })).status).toBe(200);
});

test("the same Idempotency-Key yields the same link and no new event", async () => {
  const shop = await newOrganization();
  const call = { ...shop, device: "idempotent-device", headers: { "Idempotency-Key": "order-1" } };
  const answers = await Promise.all(Array.from({ length: 10 }, () => generate("b", call)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect([await shop.started(), await shop.billed(), await shop.spent()]).toEqual([1, 1, 12]);
  expect((await generate("b", { ...call, headers: { "Idempotency-Key": "order-2" } })).text).not.toBe(answers[0]?.text);
});

test("a retry is answered although its first call used up the spend cap", async () => {
  const shop = await newOrganization({ spendCapMinor: 12 });
  const call = { ...shop, device: "retrying-device", headers: { "Idempotency-Key": "last" } };
  const first = await generate("b", call);
  expect((await generate("b", call)).text).toBe(first.text);
  expect((await generate("b", shop)).headers.get("ageway-reason")).toBe("spend_cap_reached");
});

test("a cap is exact under concurrent calls", async () => {
  const shop = await newOrganization({ spendCapMinor: 120 });
  const answers = await Promise.all(Array.from({ length: 60 }, () => generate("b", shop)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect([await shop.billed(), await shop.spent()]).toEqual([10, 120]);
});
