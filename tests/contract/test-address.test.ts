import { expect, test } from "vitest";
import { createKey } from "#lib/keys/plugin-key.ts";
import { type GatewayAnswer, NAVIGATION, newDevice, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, tokenIn } from "#tests/support/visitor.ts";

type Shop = { key: string; domain: string };

/** A stranger's client, which knows its base address and nothing else of us. */
function client(base: string) {
  return {
    start: (provider: "s" | "b", { key, domain }: Shop, device = newDevice(), headers: Record<string, string> = {}) =>
      send(`${base}/api/url_generator_${provider}/${key}/${device}/18?domain=${encodeURIComponent(domain)}`, {
        headers,
      }),
    check: (token: string, device: string, query = "") => send(`${base}/api/auth_check/${token}/${device}${query}`),
  };
}

const AT = { test: client("/test"), live: client("") };

async function tokenOf(shop: Shop, at: ReturnType<typeof client>, provider: "s" | "b" = "b") {
  const device = newDevice();
  const { body } = await at.start(provider, shop, device);
  const token =
    tokenIn((await completeFlow(browser(), (body as { url: string }).url, "adult")).headers.get("location")) ?? "";
  return { token, device };
}

const shown = ({ status, text, headers }: GatewayAnswer) => [status, text, headers.get("ageway-reason")];
const UNKNOWN = [404, '{"age":null,"verified":false}', "token_unknown"];

test.for(["s", "b"] as const)("a client that names no key is tried by its base address alone: %s", async (provider) => {
  const shop = await newOrganization({ mode: "test", subscription: "none" });
  const { token, device } = await tokenOf(shop, AT.test, provider);
  const { status, body } = await AT.test.check(token, device);
  expect([status, body]).toEqual([200, expect.objectContaining({ age: 18, verified: true, mode: "test" })]);
  expect((await AT.test.check(token, device, `?plugin_key=${shop.key}`)).status).toBe(200);
});

test("a token answers at either address, whichever its link was made at, and at the live one only under its key", async () => {
  const shop = await newOrganization({ mode: "test" });
  for (const made of [AT.test, AT.live]) {
    const { token, device } = await tokenOf(shop, made);
    expect(shown(await AT.live.check(token, device))).toEqual(UNKNOWN);
    expect((await AT.live.check(token, device, `?plugin_key=${shop.key}`)).status).toBe(200);
    expect((await AT.test.check(token, device)).status).toBe(200);
  }
});

test("a live key there is answered like one that does not exist, and starts nothing", async () => {
  const shop = await newOrganization();
  const nobody = { ...shop, key: `pk_live_${"A".repeat(24)}` };
  const refused = await AT.test.start("b", shop);
  expect(shown(refused)).toEqual([403, JSON.stringify({ url: shop.domain }), "plugin_key_unknown"]);
  expect(shown(await AT.test.start("b", nobody))).toEqual(shown(refused));
  const navigation = await AT.test.start("b", shop, newDevice(), NAVIGATION);
  expect([navigation.status, navigation.headers.get("location")]).toEqual([403, null]);
  expect([await shop.started(), await shop.billed()]).toEqual([0, 0]);
});

test("a live token is unknown there, named key or not", async () => {
  const shop = await newOrganization();
  const made = await createKey({ kind: "operator" }, { organizationId: shop.id, mode: "test", label: "" });
  const { token, device } = await tokenOf(shop, AT.live);
  for (const query of ["", `?plugin_key=${shop.key}`, `?plugin_key=${made.ok ? made.key : ""}`])
    expect(shown(await AT.test.check(token, device, query))).toEqual(UNKNOWN);
  expect((await AT.live.check(token, device)).status).toBe(200);
});

test("a test token stays unknown there to another device, and to whoever names another key", async () => {
  const [shop, other, live] = [
    await newOrganization({ mode: "test" }),
    await newOrganization({ mode: "test" }),
    await newOrganization(),
  ];
  const { token, device } = await tokenOf(shop, AT.test);
  expect(shown(await AT.test.check(token, newDevice()))).toEqual(UNKNOWN);
  for (const query of [`?plugin_key=${other.key}`, `?plugin_key=${live.key}`, "?plugin_key=", "?plugin_key=x"])
    expect(shown(await AT.test.check(token, device, query))).toEqual(UNKNOWN);
  expect((await AT.test.check(token, device)).status).toBe(200);
});

test("the rest of the contract holds there, too", async () => {
  const shop = await newOrganization({ mode: "test" });
  const preflight = await send("/test/api/url_generator_b/x/y/18", { method: "OPTIONS" });
  expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  const head = await send("/test/api/url_generator_b/x/y/18", { method: "HEAD" });
  expect([head.status, head.headers.get("allow")]).toEqual([405, "GET, OPTIONS"]);
  expect((await send("/test/api/auth_check/x/y", { method: "POST" })).status).toBe(405);
  expect(shown(await AT.test.start("s", shop, "undefined"))).toEqual([400, '{"url":null}', "device_id_invalid"]);
  const navigation = await AT.test.start("s", shop, newDevice(), NAVIGATION);
  expect([navigation.status, navigation.headers.get("location")]).toEqual([
    303,
    expect.stringMatching(/^http:\/\/localhost:\d+\/verify\/s\?session=[A-Za-z0-9_-]{43}$/),
  ]);
  const nothing = await send("/test/api/nothing-here");
  expect(shown(nothing)).toEqual([404, '{"url":null}', "not_found"]);
});
