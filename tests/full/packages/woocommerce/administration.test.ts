import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addKeySecret, lockKey } from "#lib/keys/key-secret.ts";
import { startGatedWordPress } from "#tests/support/gated-wordpress.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { woocommerceVisitor } from "#tests/support/woocommerce-visitor.ts";
import type { WordPressOrder } from "#tests/support/wordpress.ts";

// What the plugin is to the shop's people: its settings, what an order keeps, and how it goes.

const OPERATOR = { kind: "operator" } as const;

let shop: Awaited<ReturnType<typeof startGatedWordPress>>;
beforeAll(async () => {
  shop = await startGatedWordPress();
});
afterAll(() => shop?.stop());

test("the settings say in one sentence whether the shop is closed, and why", async () => {
  const sentence = async (given: Record<string, string> = {}) => {
    await shop.options({ ...given, fault: "" });
    const { html } = await shop.ask<{ html: string }>("settings");
    await shop.options(shop.settings);
    return html;
  };
  expect(await sentence({ key: "" })).toContain(
    "Closed: nobody can order a product with a minimum age, because there is no plugin key.",
  );
  expect(await sentence({ key: "sk_live_x" })).toContain("does not begin with pk_test_ or pk_live_");
  expect(await sentence({ url: "" })).toContain("there is no address of an instance");
  expect(await sentence({ url: "age.example" })).toContain("the address of the instance is none");
  expect(await sentence({ secret: "pk_test_x" })).toContain("the secret does not begin with sk_");
  expect(await sentence({ url: "http://age.example" })).toContain("WP_ACCESSIBLE_HOSTS does not name it");
  expect(await sentence({ tests_version: "8.8.6" })).toContain("WooCommerce is older than 8.9");
  await shop.options({ tests_version: "" });
  expect(await sentence()).toContain("TEST: open to anybody who plays a test person");
  expect(await sentence({ key: "pk_live_x" })).toContain("Open to customers whose age an eID has confirmed");
  const html = await sentence();
  for (const text of ["administration", "REST API with a key", "renewals"]) expect(html).toContain(text);
});

test("Try it does what a shop does for a visitor, and a shop learns that the instance is down", async () => {
  const tried = async (given: Record<string, string> = {}) => {
    await shop.options(given);
    const heard = await shop.ask<[boolean, string][]>("try");
    await shop.options({ fault: "" });
    const { html } = await shop.ask<{ html: string }>("settings", { isTried: true });
    await shop.options({ ...shop.settings, fault: "" });
    return { heard, html };
  };
  expect((await tried()).heard.map(([isGood]) => isGood)).toEqual([true, true]);
  const down = await tried({ url: "http://localhost:1" });
  expect(down.heard).toEqual([[false, expect.stringContaining("unavailable")]]);
  expect(down.html).toContain("the last call to the instance failed (unavailable)");
  const unknown = await tried({ key: "pk_test_unknown00" });
  expect(unknown.heard.at(-1)).toEqual([false, expect.stringContaining("/reasons/plugin_key_unknown")]);
  expect(unknown.html).toContain("the last call to the instance failed (plugin_key_unknown)");
  const { lines } = await shop.ask<{ lines: string[] }>("command");
  expect(lines.at(-1)).toContain("TEST: open to anybody");
});

test("what Try it was refused for is not over because a visitor brings a token", async () => {
  await shop.options({ key: "pk_test_unknown00" });
  await shop.ask("try");
  const visitor = woocommerceVisitor(shop.url);
  await visitor.take(shop.products.pinot);
  await visitor.go("/checkout/");
  await visitor.go("/checkout/?token_age_verified=made-up");
  const { html } = await shop.ask<{ html: string }>("settings");
  await shop.options({ ...shop.settings, fault: "" });
  expect(html).toContain("the last call to the instance failed (plugin_key_unknown)");
});

test("what the visitors of a locked key are refused for is in the sentence, until one gets a link", async () => {
  const sentenceAfterVisit = async (settings: Record<string, string>) => {
    await shop.options(settings);
    const visitor = woocommerceVisitor(shop.url);
    await visitor.take(shop.products.pinot);
    await visitor.go("/checkout/");
    return (await shop.ask<{ html: string }>("settings")).html;
  };
  const { key } = await newOrganization();
  const added = await addKeySecret(OPERATOR, key);
  const secret = added.ok ? added.secret : "";
  await lockKey(OPERATOR, key);
  expect(await sentenceAfterVisit({ key, secret: "sk_made_up" })).toContain("(secret_required)");
  // A live key has no check for a host that nobody has proved.
  expect(await sentenceAfterVisit({ secret })).toContain("(domain_not_verified)");
  expect(await sentenceAfterVisit({ key: shop.settings.key ?? "" })).toContain("TEST: open to anybody");
  await shop.options(shop.settings);
});

test("an order's record is exported, shown, and erased", async () => {
  const visitor = woocommerceVisitor(shop.url);
  await visitor.take(shop.products.pinot);
  await visitor.confirmAs("adult");
  const nonces = await visitor.nonces("/checkout/");
  await visitor.order.ajax({ email: "record@shop.example", nonces });
  const find = async () =>
    (await shop.ask<WordPressOrder[]>("orders")).find(({ email }) => email === "record@shop.example") as WordPressOrder;
  const made = await find();
  const { html, exported } = await shop.ask<{ html: string; exported: Record<string, string> }>("record", {
    id: made.id,
  });
  expect(html).toContain(made.meta._ageway_reference);
  expect(html).toMatch(/> \d{4}-\d\d-\d\d \d\d:\d\d</);
  expect(Object.keys(exported)).toEqual(["_ageway_age", "_ageway_confirmed_at", "_ageway_reference"]);
  await shop.ask("erase", { id: made.id });
  expect(Object.keys((await find()).meta).join()).not.toContain("ageway");
});

test("a held order stays held until somebody of the shop releases it", async () => {
  const visitor = woocommerceVisitor(shop.url);
  await visitor.take(shop.products.pinot);
  const { order } = JSON.parse(
    (await visitor.go("/?wc-ajax=ageway_tests_button", { method: "POST", headers: {} })).text,
  );
  const status = async () => (await shop.ask<WordPressOrder[]>("orders")).find(({ id }) => id === order)?.status;
  await shop.ask("status", { id: order, status: "processing" });
  expect(await status()).toBe("on-hold");
  await shop.ask("status", { id: order, status: "processing", as: "admin" });
  expect(await status()).toBe("processing");
});

test("PHP has nothing to complain of, and uninstalling leaves no setting but ages", async () => {
  expect(shop.output()).not.toMatch(/PHP (?:Warning|Notice|Deprecated|Fatal)[^\n]*ageway-for-woocommerce/);
  const code =
    "define('WP_UNINSTALL_PLUGIN', 1); require 'wp-load.php'; require 'wp-content/plugins/ageway-for-woocommerce/uninstall.php'; echo json_encode(wp_load_alloptions());";
  const left = execFileSync("php", ["-d", "display_errors=stderr", "-r", code], {
    cwd: shop.site,
    env: { ...shop.env, HTTP_HOST: "localhost" },
    encoding: "utf8",
  });
  expect(left).not.toMatch(/"ageway_(?!tests|age")/);
  expect(await shop.ask("ages", [shop.products.pinot])).toEqual([18]);
});
