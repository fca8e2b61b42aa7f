import { expect, test } from "vitest";
import { check, generate, NAVIGATION, newDevice, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";

const OLD_BROWSER = { Accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" };

test.for([
  ["a browser that says it navigates", NAVIGATION],
  ["an old browser that only asks for HTML", OLD_BROWSER],
] as const)("%s goes straight to the flow", async ([, headers]) => {
  const shop = await newOrganization();
  const answer = await generate("b", { ...shop, headers });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toMatch(/\/verify\/b\?session=[A-Za-z0-9_-]{43}$/);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await shop.billed()).toBe(1);
});

test.for([
  ["a script", { "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty", Accept: "text/html" }],
  ["a server", { Accept: "*/*" }],
  ["a crawler that asks for HTML", { Accept: "text/html" }],
  ["a crawler that will not take XHTML", { Accept: "text/html, application/xhtml+xml;q=0" }],
  ["a page's fetch that asks for HTML", { "Sec-Fetch-Dest": "empty", Accept: "text/html" }],
] as const)("%s gets JSON", async ([, headers]) => {
  const answer = await generate("b", { ...(await newOrganization()), headers });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
});

test("no answer may be listed by a crawler, or followed", async () => {
  const shop = await newOrganization();
  const answers = [
    await generate("b", { ...shop, headers: NAVIGATION }),
    await generate("b", shop),
    await generate("b", { ...shop, age: "17" }),
    await generate("b", { ...shop, age: "17", headers: NAVIGATION }),
    await generate("b", { ...shop, domain: "https://elsewhere.example/", headers: NAVIGATION }),
    await check("A".repeat(43), newDevice()),
    await send("/api/nothing-here"),
  ];
  for (const { status, headers } of answers)
    expect(headers.get("x-robots-tag"), String(status)).toBe("noindex, nofollow");
});

test.for([
  ["a lapsed subscription", { subscription: "canceled" }, "subscription_inactive"],
  ["no subscription", { subscription: "none" }, "subscription_inactive"],
  ["a revoked key", { key: "revoked" }, "plugin_key_revoked"],
  ["a paused key", { paused: true }, "plugin_key_paused"],
  ["a locked key", { locked: true }, "secret_required"],
  ["a suspended organization", { suspended: true }, "organization_suspended"],
  ["a spend cap that is reached", { spendCapMinor: 0 }, "spend_cap_reached"],
] as const)("%s sends a navigating visitor home, with the reason and without a token", async ([, flaw, reason]) => {
  const shop = await newOrganization(flaw);
  const { status, headers } = await generate("b", { ...shop, headers: NAVIGATION });
  expect([status, headers.get("location"), headers.get("ageway-reason")]).toEqual([303, shop.domain, reason]);
});

test("a return URL beyond ASCII is gone to as a browser writes it", async () => {
  const shop = await newOrganization({ spendCapMinor: 0 });
  for (const [written, sent] of [
    ["/kø", "/k%C3%B8"],
    ["/漢?ü=ß#é", "/%E6%BC%A2?%C3%BC=%C3%9F#%C3%A9"],
  ]) {
    const domain = `https://${shop.host}${written}`;
    const { status, headers } = await generate("b", { ...shop, domain, headers: NAVIGATION });
    expect([status, headers.get("location")]).toEqual([303, `https://${shop.host}${sent}`]);
    expect((await generate("b", { ...shop, domain })).body).toEqual({ url: domain });
  }
});
