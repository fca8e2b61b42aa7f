import { expect, test } from "vitest";
import { generate, NAVIGATION } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";

const PROVIDERS = ["s", "b"] as const;

test.for([
  ["a revoked key", { key: "revoked" }, "plugin_key_revoked"],
  ["a paused key", { paused: true }, "plugin_key_paused"],
  ["a locked key without its secret", { locked: true }, "secret_required"],
  ["a key whose grace period is over", { key: "ended" }, "plugin_key_revoked"],
  ["a suspended organization", { suspended: true }, "organization_suspended"],
  ["no subscription", { subscription: "none" }, "subscription_inactive"],
  ["a cancelled subscription", { subscription: "canceled" }, "subscription_inactive"],
  ["a paused subscription", { subscription: "paused" }, "subscription_inactive"],
  ["a spend cap that is reached", { spendCapMinor: 9 }, "spend_cap_reached"],
  ["a domain nobody has verified", { domain: "unverified" }, "domain_not_verified"],
] as const)(
  "%s answers with the return URL as it was given, starts nothing and bills nothing",
  async ([, flaw, reason]) => {
    for (const provider of PROVIDERS) {
      const shop = await newOrganization(flaw);
      const { status, text, headers } = await generate(provider, shop);
      expect([status, text]).toEqual([403, JSON.stringify({ url: shop.domain })]);
      expect(headers.get("ageway-reason")).toBe(reason);
      expect([await shop.started(), await shop.billed()]).toEqual([0, 0]);
    }
  },
);

test("an unknown plugin key, and one that never was one", async () => {
  for (const key of [
    "pk_live_000000000000000000000000",
    "pk_test_AAAAAAAAAAAAAAAAAAAAAAAA",
    "x",
    "pk_live_'; drop table",
    "%",
    "pk_live_\u0000",
  ]) {
    const { status, body, headers } = await generate("b", { key, domain: "https://shop.example/a?b#c" });
    expect([status, headers.get("ageway-reason"), body]).toEqual([
      403,
      "plugin_key_unknown",
      { url: "https://shop.example/a?b#c" },
    ]);
  }
  const repeated = { key: "pk_live_unknown", headers: { "Idempotency-Key": "order-1" } };
  expect((await generate("b", repeated)).headers.get("ageway-reason")).toBe("plugin_key_unknown");
});

test("a sub-domain of a domain that does not include them, and a host that only looks like it", async () => {
  const shop = await newOrganization();
  for (const domain of [
    `https://www.${shop.host}/`,
    `https://evil${shop.host}/`,
    `https://${shop.host}.evil.example/`,
  ]) {
    expect((await generate("b", { ...shop, domain })).headers.get("ageway-reason")).toBe("domain_not_verified");
  }
});

test.for(["https://evil.example", "null", "http://localhost", "file://"])(
  "a call from a page of %s, which is not the shop's",
  async (Origin) => {
    const shop = await newOrganization();
    const { status, headers } = await generate("b", { ...shop, headers: { Origin } });
    expect([status, headers.get("ageway-reason"), await shop.billed()]).toEqual([403, "domain_not_verified", 0]);
  },
);

test("a live key may not return to the developer's own machine unless that is verified", async () => {
  expect(
    (await generate("b", { ...(await newOrganization()), domain: "http://localhost:3000/" })).headers.get(
      "ageway-reason",
    ),
  ).toBe("domain_not_verified");
});

test("a person is never redirected to a host that is not verified: a page names it as text, without a link", async () => {
  const shop = await newOrganization();
  const domain = 'https://evil.example/"><script>alert(1)</script>';
  const { status, headers, text } = await generate("b", {
    ...shop,
    domain: domain.replaceAll(" ", ""),
    headers: NAVIGATION,
  });
  expect([status, headers.get("location")]).toEqual([403, null]);
  expect(text).toContain("We do not know this site");
  expect(text).toContain("evil.example");
  // Its own front page is all that it leads to.
  expect(text.match(/<a [^>]*>/g)).toEqual([expect.stringContaining('href="/#visitors"')]);
  expect(text).not.toMatch(/<script|(?:href|action)="https/);
});

test("with an unknown plugin key nobody's host is verified: no redirect", async () => {
  const { status, headers, text } = await generate("s", { key: "pk_live_unknown", headers: NAVIGATION });
  expect([status, headers.get("location")]).toEqual([403, null]);
  expect(text).toContain("shop.example cannot check your age right now");
});

test("with an unknown test key a developer is looking: the page leads to the reason, and that of a live shop does not", async () => {
  const pageOf = async (key: string) => (await generate("s", { key, headers: NAVIGATION })).text;
  for (const key of ["pk_test_AAAAAAAAAAAAAAAAAAAAAAAA", "pk_test_cut"])
    expect(await pageOf(key)).toContain('<a href="/reasons/plugin_key_unknown"><code>plugin_key_unknown</code></a>');
  for (const key of ["pk_live_unknown", "x"]) expect(await pageOf(key)).not.toMatch(/<code|href="\/reasons/);
});
