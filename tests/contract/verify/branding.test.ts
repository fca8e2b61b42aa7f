import { expect, test } from "vitest";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import { setAccent, setLogo } from "#lib/organizations/branding.ts";
import { changeSettings } from "#lib/organizations/settings.ts";
import { send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, started } from "#tests/support/visitor.ts";

const OPERATOR = { kind: "operator" } as const;
/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("a shop's colour and logo stand beside the verified host, never instead of it", async () => {
  const shop = await newOrganization();
  await setAccent(OPERATOR, shop.id, "#7a1f3d");
  const set = await setLogo(OPERATOR, shop.id, PIXEL);
  const digest = set.ok ? set.logo : null;
  const { url } = await started("b", shop);
  const page = await browser().go(url);
  expect(page.text).toContain(`<img class="logo" src="/logos/${digest}" alt="Test shop"/>`);
  expect(page.text).toContain(`<b>${shop.host}</b>`);
  expect(page.text).toContain(".first{border-color:#7a1f3d;background:#7a1f3d;color:#fff}");
  // The browser takes a style only if its hash is in the policy.
  expect(page.headers.get("content-security-policy")).toMatch(/style-src 'sha256-[^']+' 'sha256-[^']+';/);
  const logo = await send(`/logos/${digest}`);
  expect([logo.status, logo.headers.get("content-type"), logo.headers.get("cache-control")]).toEqual([
    200,
    "image/png",
    "public, max-age=31536000, immutable",
  ]);
});

test("a shop without a look has our colour and the first letter of its host", async () => {
  const { url } = await started("s", await newOrganization());
  const page = await browser().go(url);
  expect(page.text).toContain('<i aria-hidden="true">S</i>');
  expect(page.text.match(/<style>/g)).toHaveLength(1);
});

test.for(["0".repeat(64), "x", "..%2f..%2fpackage.json"])("/logos/%s is not there", async (digest) => {
  expect((await send(`/logos/${digest}`)).status).toBe(404);
});

test("the language of a key outweighs the browser's, and the visitor's choice outweighs both", async () => {
  const shop = await newOrganization();
  await changeKeySettings(OPERATOR, shop.key, { language: "sv" });
  const { url } = await started("b", shop);
  const german = { "Accept-Language": "de" };
  expect((await browser().go(url, "GET", german)).text).toContain('<html lang="sv">');
  expect((await browser().go(`${url}&lang=fi`, "GET", german)).text).toContain('<html lang="fi">');
});

test("a page speaks the organization's language, unless the key has one or the visitor chooses", async () => {
  const shop = await newOrganization();
  await changeSettings(OPERATOR, shop.id, { language: "fi" });
  const { url } = await started("b", shop);
  const languageOf = async (suffix = "") =>
    /<html lang="(..)"/.exec((await browser().go(url + suffix, "GET", { "Accept-Language": "sv" })).text)?.[1];
  expect([await languageOf(), await languageOf("&lang=de")]).toEqual(["fi", "de"]);
  await changeKeySettings(OPERATOR, shop.key, { language: "da" });
  expect(await languageOf()).toBe("da");
  await changeKeySettings(OPERATOR, shop.key, { language: null });
  await changeSettings(OPERATOR, shop.id, { language: null });
  expect(await languageOf()).toBe("sv");
});
