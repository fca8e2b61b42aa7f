import { randomUUID } from "node:crypto";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { startShop } from "#sandbox/shop/server.ts";
import { generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { homeAs } from "#tests/support/shopper.ts";

let agewayUrl = "";
let pluginKey = "";
beforeAll(async () => {
  agewayUrl = await sharedApp();
  pluginKey = (await newOrganization({ mode: "test", subscription: "none", domain: "unverified" })).key;
});

async function open(port: number, key = pluginKey) {
  const checkUrl = "https://age.example/checks/{reference}";
  const shop = await startShop({
    port,
    agewayUrl,
    pluginKey: key,
    secret: "of the shop’s own settings, and long",
    checkUrl,
  });
  onTestFinished(shop.close);
  return shop;
}

/** A browser at the shop's checkout: keeps its one cookie. */
function visitor(shopUrl: string) {
  let cookie = "";
  const go = async (address: string, method = "GET") => {
    const answer = await fetch(address, { method, redirect: "manual", headers: { cookie } });
    cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
    return { location: answer.headers.get("location"), text: await answer.text() };
  };
  return {
    go,
    cookie: () => cookie,
    /** Takes the shop's first link as a script would, is somebody at the eID; answers the address that leads home. */
    async confirmAs(persona: string) {
      const { text } = await go(`${shopUrl}/checkout`);
      const [, link = ""] = /href="([^"]*url_generator_s[^"]*)"/.exec(text) ?? [];
      const { url } = (await (await fetch(link.replaceAll("&#38;", "&"))).json()) as { url: string };
      return homeAs(url, persona);
    },
    checkout: async () => (await go(`${shopUrl}/checkout`)).text,
    order: async () => (await go(`${shopUrl}/order`, "POST")).text,
  };
}

test("the demo shop restarts between check and return, and between return and order, and still knows", async () => {
  const port = await freePort();
  const first = await open(port);
  const adult = visitor(first.url);
  const home = await adult.confirmAs("adult");
  expect(await adult.checkout()).toContain("Confirm that you are 18 or over");
  await first.close();
  const second = await open(port);
  expect((await adult.go(home)).location).not.toContain("token_age_verified");
  expect(await adult.checkout()).toContain("18+ confirmed");
  await second.close();
  await open(port);
  expect(await adult.order()).toContain("Thank you for your order");
});

test("the demo shop says no to who is too young, and goes on saying yes to who said yes before", async () => {
  const shop = await open(await freePort());
  const young = visitor(shop.url);
  await young.go(await young.confirmAs("seventeen"));
  expect(await young.checkout()).toContain("Age not confirmed");
  expect(await young.order()).not.toContain("Thank you");
  const adult = visitor(shop.url);
  await adult.go(await adult.confirmAs("adult"));
  await adult.go(`${shop.url}/checkout?token_age_verified=nonsense`);
  expect(await adult.checkout()).toContain("18+ confirmed");
});

test("the demo shop asks only about device ids that this session started", async () => {
  const shop = await open(await freePort());
  const device = randomUUID();
  const made = await generate("s", { key: pluginKey, device, domain: `${shop.url}/checkout` });
  const home = await homeAs((made.body as { url: string }).url, "adult");
  const [thief, adult] = [visitor(shop.url), visitor(shop.url)];
  await thief.checkout();
  await thief.go(home);
  expect(await thief.checkout()).toContain("Confirm that you are 18 or over");
  expect(await thief.order()).not.toContain("Thank you");
  const sealed = thief.cookie().split("=")[1] ?? "";
  for (const forged of [device, `${sealed.slice(0, 40)}${device}${sealed.slice(76)}`, sealed.slice(0, -1)]) {
    const answer = await fetch(home, { redirect: "manual", headers: { cookie: `shop_session=${forged}` } });
    const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const page = await fetch(`${shop.url}/checkout`, { headers: { cookie } });
    expect(await page.text()).toContain("Confirm that you are 18 or over");
  }
  await adult.go(await adult.confirmAs("adult"));
  expect(await adult.checkout()).toContain("18+ confirmed");
});

test("the demo shop's one button starts a check from its backend, or says why it cannot", async () => {
  const shop = await open(await freePort());
  const { location } = await visitor(shop.url).go(`${shop.url}/confirm?wine=havn`, "POST");
  expect(location).toMatch(new RegExp(`^${process.env.BASE_URL}/verify/s\\?session=[\\w-]{43}$`));
  const { key } = await newOrganization({ mode: "test", key: "revoked" });
  const closed = await open(await freePort(), key);
  const refused = await visitor(closed.url).go(`${closed.url}/confirm?wine=havn`, "POST");
  expect(refused.location).toBeNull();
  expect(refused.text).toContain("The check could not start: plugin_key_revoked.");
});

test("the demo shop shows a visitor what its backend heard about them, without a token, and nobody else", async () => {
  const shop = await open(await freePort());
  const [adult, other] = [visitor(shop.url), visitor(shop.url)];
  expect(await adult.checkout()).not.toContain("Behind the page");
  const { location } = await adult.go(`${shop.url}/confirm?wine=havn`, "POST");
  const home = await homeAs(location ?? "", "adult");
  await adult.go(home);
  const page = await adult.checkout();
  expect(page).toContain("<dt>Status</dt><dd>200</dd><dt>age</dt><dd>18</dd><dt>verified</dt><dd>true</dd>");
  expect(page).toMatch(/href="https:\/\/age\.example\/checks\/[2-9A-HJ-NP-Z]{8}"/);
  expect(page).not.toContain(new URL(home).searchParams.get("token_age_verified"));
  expect(await other.checkout()).not.toContain("Behind the page");
});

test("where the demo shop has no page, it leads back to its wines", async () => {
  const shop = await open(await freePort());
  const answer = await fetch(`${shop.url}/nothing`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  expect(await answer.text()).toContain('href="/">Back to the wines</a>');
});
