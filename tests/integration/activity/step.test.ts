import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { spelled } from "#lib/crypto/reference.rules.ts";
import { suspendOrganization } from "#lib/organizations/organization.ts";
import { database } from "#lib/runtime/database.ts";
import { activityOf, recordedCodes } from "#tests/support/activity.ts";
import { check, NAVIGATION, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const stepsOf = async (shop: { id: string }) =>
  (await recordedCodes(shop)).flatMap((code) => (code.startsWith("step ") ? [code.slice(5)] : []));

test("a whole walk of a test leaves its steps under one reference, and the check of its token under another", async () => {
  const shop = await newOrganization({ mode: "test" });
  const { url, device } = await started("s", shop, { age: "16" });
  const visitor = browser();
  await visitor.go(url, "GET", NAVIGATION);
  const home = await completeFlow(visitor, url, "adult");
  await check(tokenIn(home.headers.get("location")) ?? "", device, shop.key);
  const events = await activityOf(shop);
  expect(events.map(({ kind, code }) => `${kind} ${code}`)).toEqual([
    "call accepted",
    "step opened",
    "step claimed",
    "step confirmed",
    "check answered_yes",
  ]);
  const [own, ...others] = events.toReversed().map(({ reference }) => reference);
  expect(new Set(others).size).toBe(1);
  expect(own).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
  expect(others).not.toContain(own);
  for (const event of events)
    expect(event).toMatchObject({ ok: true, provider: "s", mode: "test", age: 16, host: shop.host });
  expect(events.map(({ billed }) => billed)).toEqual([false, false, false, true, false]);
});

test.for([
  ["seventeen", ["claimed", "too_young"]],
  ["cancel", ["claimed", "cancelled", "went_back"]],
  ["timeout", ["claimed", "eid_timeout", "gave_up"]],
  ["no-birthdate", ["claimed", "eid_no_age", "gave_up"]],
  ["unsigned-token", ["claimed", "eid_refused", "gave_up"]],
] as const)("of a test check, %s: %s", async ([persona, steps]) => {
  const shop = await newOrganization({ mode: "test" });
  const { url } = await started("b", shop);
  const visitor = browser();
  await completeFlow(visitor, url, persona);
  await visitor.go(`${url}&do=leave`, "POST");
  expect(await stepsOf(shop)).toEqual(steps);
});

test("of a test check, too young is told when the eID has answered, and of a live one nothing before the visitor leaves", async () => {
  const [shop, live] = [await newOrganization({ mode: "test" }), await newOrganization()];
  const visitor = browser();
  const { url } = await started("b", shop);
  await completeFlow(visitor, url, "seventeen");
  await completeFlow(browser(), (await started("b", live)).url, "seventeen");
  expect(await stepsOf(shop)).toEqual(["claimed", "too_young"]);
  expect(await stepsOf(live)).toEqual([]);
  // Whatever the eID answers to the same question once more.
  await visitor.go(url);
  await visitor.go(`${url}&do=leave`, "POST");
  expect(await stepsOf(shop)).toEqual(["claimed", "too_young"]);
});

test("who tries again after a problem is on record with each try of a test, and ends once", async () => {
  const shop = await newOrganization({ mode: "test" });
  const { url } = await started("b", shop);
  const visitor = browser();
  await completeFlow(visitor, url, "timeout");
  await completeFlow(visitor, url, "adult");
  await visitor.go(`${url}&do=leave`, "POST");
  expect(await stepsOf(shop)).toEqual(["claimed", "eid_timeout", "tried_again", "confirmed"]);
});

test("who leaves a test check without going to the eID went back", async () => {
  const shop = await newOrganization({ mode: "test" });
  const { url } = await started("b", shop);
  await browser().go(`${url}&do=leave`, "POST");
  expect(await stepsOf(shop)).toEqual(["went_back"]);
});

test("a link counts as opened once, and only by a person's browser", async () => {
  const shop = await newOrganization();
  const { url } = await started("b", shop);
  const visitor = browser();
  await visitor.go(url);
  await visitor.go(url, "HEAD", NAVIGATION);
  await visitor.go(url, "GET", { ...NAVIGATION, "Sec-Purpose": "prefetch" });
  expect(await stepsOf(shop)).toEqual([]);
  for (let n = 0; n < 3; n += 1) await visitor.go(url, "GET", NAVIGATION);
  expect(await stepsOf(shop)).toEqual(["opened"]);
});

test.for<[string, (shop: { id: string }, link: { url: string; id: string }) => Promise<unknown>]>([
  [
    "expired",
    (_, { id }) =>
      database().execute(sql`UPDATE verification SET created_at = now() - interval '10 minutes' WHERE id = ${id}`),
  ],
  ["used", (_, { url }) => completeFlow(browser(), url, "adult")],
  ["shop_unavailable", ({ id }) => suspendOrganization({ kind: "operator" }, id, true)],
])("a page that leads no further is on record: %s", async ([code, applyFlaws]) => {
  const shop = await newOrganization();
  const link = await started("b", shop);
  await applyFlaws(shop, link);
  await browser().go(link.url, "GET", NAVIGATION);
  expect(await stepsOf(shop)).toContain(code);
});

test("so are an app's own browser, one without cookies, and one that comes back elsewhere", async () => {
  const shop = await newOrganization({ mode: "test" });
  const { url } = await started("b", shop);
  const app = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 [FBAN/FBIOS;FBAV/480.0]";
  await browser().go(url, "GET", { ...NAVIGATION, "User-Agent": app });
  await send(`${url.slice(new URL(url).origin.length)}&do=confirm`, { method: "POST" });
  const visitor = browser();
  await visitor.go(url);
  const posted = await visitor.go(`${url}&do=confirm`, "POST");
  const back = await visitor.choose(posted.headers.get("location") ?? "", "adult");
  await browser().go(back);
  expect(await stepsOf(shop)).toEqual(["in_app_browser", "cookies_blocked", "claimed", "other_browser"]);
});

test("a link that was changed on its way shows the reference of its check", async () => {
  const shop = await newOrganization();
  const { url } = await started("b", shop);
  const { text } = await browser().go(url.replace("/verify/b", "/verify/s"), "GET", NAVIGATION);
  const [call, step] = await activityOf(shop);
  expect(step).toMatchObject({ code: "link_incomplete", reference: call?.reference });
  expect(text.replaceAll("\u00a0", " ")).toContain(spelled(call?.reference ?? "no reference"));
});
