import { expect, test } from "vitest";
import { languageFormOf } from "#app/verify/_lib/language.ts";
import { generate, NAVIGATION, newDevice, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, started } from "#tests/support/visitor.ts";

const HEADINGS = {
  da: "Bekræft, at du er 18 år eller ældre",
  de: "Bestätigen Sie, dass Sie mindestens 18 Jahre alt sind",
  en: "Confirm that you are 18 or over",
  fi: "Vahvista, että olet vähintään 18-vuotias",
  nb: "Bekreft at du er 18 år eller eldre",
  sv: "Bekräfta att du är 18 år eller äldre",
};

test.for([
  ["da-DK,da;q=0.9,en;q=0.8", "da"],
  ["de-AT", "de"],
  ["fr-FR,fr;q=0.9", "en"],
  ["fr-FR,fi;q=0.5", "fi"],
  ["no", "nb"],
  ["nn-NO,en;q=0.2", "nb"],
  ["en;q=0.3,sv;q=0.7", "sv"],
  ["sv;q=0,da", "da"],
  ["*", "en"],
  [";;;,==,\u00e6", "en"],
] as const)("Accept-Language: %s reads %s", async ([accepted, language]) => {
  const { url } = await started("b", await newOrganization());
  const page = await browser().go(url, "GET", { "Accept-Language": encodeURI(accepted) });
  expect(page.text).toContain(`<html lang="${language}">`);
  expect(page.text).toContain(HEADINGS[language]);
});

test("a chosen language outweighs the browser's, lasts through the eID, and is what the eID is asked to speak", async () => {
  const { url } = await started("b", await newOrganization());
  const [visitor, danish] = [browser(), { "Accept-Language": "da" }];
  expect((await visitor.go(url, "GET", danish)).text).toContain('<option value="da" lang="da" selected="">');
  const chosen = await visitor.go(`${url}&lang=fi`, "GET", danish);
  expect(chosen.text).toContain(HEADINGS.fi);
  const confirm = /formAction="([^"]+do=confirm[^"]*)"/i.exec(chosen.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const posted = await visitor.go(confirm, "POST", danish);
  const eid = new URL(posted.headers.get("location") ?? "");
  expect(eid.searchParams.get("ui_locales")).toBe("fi");
  await visitor.go(await visitor.choose(eid.href, "seventeen"), "GET", danish);
  expect((await visitor.go(url, "GET", danish)).text).toContain("Sinun on oltava vähintään 18-vuotias");
});

test.for(["xx", "", "../en", "xx_DA"])("?lang=%s is none of ours and changes nothing", async (lang) => {
  const { url } = await started("b", await newOrganization());
  const page = await browser().go(`${url}&lang=${encodeURIComponent(lang)}`, "GET", { "Accept-Language": "sv" });
  expect(page.text).toContain(HEADINGS.sv);
  expect(page.headers.getSetCookie().join()).not.toContain("ageway-language");
});

test("the form that changes the language takes the link along and nothing that the eID sent", async () => {
  const { url } = await started("s", await newOrganization());
  const page = await browser().go(url);
  const session = new URL(url).searchParams.get("session");
  expect(page.text).toContain(`<input type="hidden" name="session" value="${session}"/>`);
  const incomplete = await browser().go("/verify/s/callback?code=abc&state=def&iss=ghi");
  expect(incomplete.text).not.toMatch(/name="(code|iss)"/);
});

test.for([
  "//evil.example/%ff",
  "/.//evil.example/%ff",
  "//evil.example%2f%ff",
  "/nothing",
  "/api/nothing",
  "/verify/s/x",
  "/verify/x",
])("the form on %s leads nowhere that the address could choose, and takes nothing along", (path) => {
  const request = new Request(`http://localhost${path}?session=x&state=y&domain=z&code=q`);
  expect(languageFormOf(request)).toEqual({ path: "/not-found", fields: [] });
});

test("a callback that is read again without what the eID said concludes nothing", async () => {
  const { url } = await started("b", await newOrganization());
  const visitor = browser();
  await visitor.go(url);
  const eid = (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
  const callback = new URL(await visitor.choose(eid, "adult"));
  const again = await visitor.go(`${callback.pathname}?state=${callback.searchParams.get("state")}&lang=sv`);
  expect([again.status, again.headers.get("location")]).toEqual([303, url]);
  expect((await visitor.go(url)).headers.get("ageway-reason")).toBeNull();
  expect((await visitor.go(callback.href)).headers.get("location")).toContain("token_age_verified=");
});

test("two tabs in two languages: each walk stays in the one in which its button was pressed", async () => {
  const shop = await newOrganization();
  const [one, two, visitor] = [await started("b", shop), await started("b", shop), browser()];
  const danish = await visitor.go(`${one.url}&lang=da`);
  await visitor.go(`${two.url}&lang=fi`);
  const confirm = /formAction="([^"]+do=confirm[^"]*)"/i.exec(danish.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const eid = (await visitor.go(confirm, "POST")).headers.get("location") ?? "";
  await visitor.go(await visitor.choose(eid, "seventeen"));
  expect((await visitor.go(one.url)).text).toContain('<html lang="da">');
});

test("a shop may say which language its visitor reads, also as a locale; another word for it is left out", async () => {
  const shop = await newOrganization();
  const path = (lang: string) =>
    `/api/url_generator_b/${shop.key}/${newDevice()}/18?domain=${encodeURIComponent(shop.domain)}&lang=${lang}`;
  expect((await send(path("fi"))).text).toMatch(/\/verify\/b\?session=[\w-]+&lang=fi"}$/);
  expect((await send(path("fi"), { headers: NAVIGATION })).headers.get("location")).toMatch(/&lang=fi$/);
  expect((await send(path("nb_NO"))).text).toMatch(/\/verify\/b\?session=[\w-]+&lang=nb"}$/);
  expect((await send(path("FI%22%3E"))).text).toMatch(/\/verify\/b\?session=[\w-]+"}$/);
});

test("a refusal on the way in is read in the visitor's language too", async () => {
  const shop = await newOrganization();
  const headers = { ...NAVIGATION, "Accept-Language": "de" };
  const page = await generate("b", { key: shop.key, age: "17", headers });
  expect([page.status, page.text.includes("Der Link vom Shop ist nicht vollständig")]).toEqual([400, true]);
});
