import { expect, test } from "vitest";
import { OPERATOR } from "#lib/core/actor.ts";
import { removeDomain } from "#lib/domains/domain.ts";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { browser, completeFlow, started } from "#tests/support/visitor.ts";

async function shopWith(page: (host: string) => string) {
  process.env.SERVER_URL = await sharedApp();
  const shop = await newOrganization();
  const url = page(shop.host);
  return { shop, url, saved: await changeKeySettings(OPERATOR, shop.key, { fallbackUrl: url }) };
}
const LINK = (url: string, words: string) => `<a href="${url}" rel="noreferrer">${words}`;

test("a visitor without an eID finds the shop's own way on the first page, and where the eID knew no age", async () => {
  const { shop, url, saved } = await shopWith((host) => `https://${host}/without-eid`);
  expect(saved).toMatchObject({ ok: true, fallbackUrl: url });
  const { url: link } = await started("s", shop);
  const visitor = browser();
  expect((await visitor.go(link)).text).toContain(LINK(url, "I do not have"));
  await completeFlow(visitor, link, "no-birthdate");
  // Who comes back from the eID has one.
  expect((await visitor.go(link)).text).toContain(LINK(url, "What else you can do"));
});

test("nobody who was too young is led there, and no page has a link that the shop did not set", async () => {
  const { shop, url } = await shopWith((host) => `https://${host}/without-eid`);
  const { url: link } = await started("s", shop);
  const visitor = browser();
  await completeFlow(visitor, link, "seventeen");
  const { text } = await visitor.go(link);
  expect(text).toContain("You need to be 18 or over");
  expect(text).not.toContain(url);
  const other = await newOrganization();
  expect((await browser().go((await started("s", other)).url)).text).not.toContain("I do not have");
});

test("the page must be whole, and on a verified domain; with the domain the link goes", async () => {
  const { shop, url } = await shopWith((host) => `https://${host}/without-eid`);
  const save = (fallbackUrl: string) => changeKeySettings(OPERATOR, shop.key, { fallbackUrl });
  for (const wrong of ["/without-eid", "javascript:alert(1)", `http://${shop.host}/`, "https://a:b@shop.example/"])
    expect(await save(wrong), wrong).toEqual({ ok: false, reason: "fallback_invalid" });
  for (const other of ["https://elsewhere.example/", "https://127.0.0.1/"])
    expect(await save(other), other).toEqual({ ok: false, reason: "fallback_not_verified" });
  const { url: link } = await started("s", shop);
  await removeDomain(OPERATOR, shop.id, shop.host);
  expect((await browser().go(link)).text).not.toContain(url);
});
