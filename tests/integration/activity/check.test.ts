import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { flushActivity } from "#lib/activity/flush.ts";
import { encryptId } from "#lib/crypto/opaque-id.ts";
import { referenceOf } from "#lib/crypto/reference.ts";
import { database } from "#lib/runtime/database.ts";
import { activityOf } from "#tests/support/activity.ts";
import { check, newDevice, send } from "#tests/support/gateway.ts";
import { keyOf } from "#tests/support/key.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, proof, started, tokenIn } from "#tests/support/visitor.ts";

const checksOf = async (shop: { id: string }) => (await activityOf(shop)).filter(({ kind }) => kind === "check");
const UNMADE = encryptId("token", "018f0000-0000-7000-8000-000000000000");

test("the organization of a token hears why it did not answer", async () => {
  const { shop, token, device, id } = await proof();
  const unfinished = await started("b", shop);
  await check(token, device);
  await check(token, newDevice(), shop.key);
  await check(encryptId("token", unfinished.id), unfinished.device);
  await check(token, device, await keyOf(shop.id, "test"));
  await check(token, device, "pk_live_AAAAAAAAAAAAAAAAAAAAAAAA");
  await database().execute(sql`UPDATE verification SET completed_at = now() - interval '30 minutes' WHERE id = ${id}`);
  await check(token, device, shop.key);
  const checks = await checksOf(shop);
  expect(checks.map(({ code, ok }) => [code, ok])).toEqual([
    ["answered_yes", true],
    ["device_differs", false],
    ["not_finished", false],
    ["mode_differs", false],
    ["plugin_key_unknown", false],
    ["token_expired", false],
  ]);
  for (const { host, provider, age } of checks) expect([host, provider, age]).toEqual([shop.host, "b", 18]);
});

test("a no is on record without saying which", async () => {
  const shop = await newOrganization();
  const { url, device } = await started("b", shop);
  const visitor = browser();
  await completeFlow(visitor, url, "seventeen");
  const home = await visitor.go(`${url}&do=leave`, "POST");
  await check(tokenIn(home.headers.get("location")) ?? "", device, shop.key);
  expect(await checksOf(shop)).toMatchObject([{ code: "answered_no", ok: true }]);
});

/** The references of the checks that the token checks of a shop are about. */
async function checkReferencesOf({ id }: { id: string }) {
  await flushActivity();
  const rows = await database().execute<{ own: string; of: string | null }>(sql`
    SELECT reference AS own, check_reference AS of FROM activity_event
    WHERE organization_id = ${id} AND kind = 'check' ORDER BY activity_event.id`);
  return [...rows];
}

test("a question about a live check that is confirmed leads to it, and about any other live check it does not", async () => {
  const { shop, token, device, id } = await proof();
  await check(token, device, shop.key);
  await check(token, newDevice(), shop.key);
  for (const persona of ["seventeen", "cancel", "no-birthdate", null]) {
    const { url, device: other } = await started("b", shop);
    const visitor = browser();
    if (persona !== null) await completeFlow(visitor, url, persona);
    const home = await visitor.go(`${url}&do=leave`, "POST");
    await check(tokenIn(home.headers.get("location")) ?? "", other, shop.key);
  }
  await check(UNMADE, device, shop.key);
  const found = await checkReferencesOf(shop);
  expect(found.map(({ of }) => of)).toEqual([referenceOf(id), referenceOf(id), null, null, null, null, null]);
  expect(new Set(found.map(({ own }) => own)).size).toBe(7);
});

test("a question about a test check leads to it, whatever its end", async () => {
  const shop = await newOrganization({ mode: "test" });
  const { url, device, id } = await started("b", shop);
  const visitor = browser();
  await completeFlow(visitor, url, "seventeen");
  const home = await visitor.go(`${url}&do=leave`, "POST");
  await check(tokenIn(home.headers.get("location")) ?? "", device, shop.key);
  expect((await checkReferencesOf(shop)).map(({ of }) => of)).toEqual([referenceOf(id)]);
});

test("of a test token, which key was missing", async () => {
  const { shop, token, device } = await proof({ mode: "test" });
  await check(token, device);
  await check(token, device, await keyOf(shop.id, "test"));
  await check(token, device, await keyOf(shop.id, "live"));
  const checks = await checksOf(shop);
  expect(checks.map(({ code, mode }) => [code, mode])).toEqual([
    ["test_key_missing", "test"],
    ["test_key_differs", "test"],
    ["test_key_differs", "live"],
  ]);
});

test("who asks about another organization's token hears only that it is unknown, and its owner nothing", async () => {
  const { shop, token, device } = await proof();
  const [stranger, other] = [await newOrganization(), await newOrganization({ mode: "test" })];
  await check(token, device, stranger.key);
  await check(token, newDevice(), other.key);
  const unknown = { code: "token_unknown", host: null, provider: null, age: null, billed: false };
  expect(await checksOf(stranger)).toEqual([expect.objectContaining(unknown)]);
  expect(await checksOf(other)).toEqual([expect.objectContaining(unknown)]);
  expect(await checksOf(shop)).toEqual([]);
});

test("a token that nobody made is on record where a key was named", async () => {
  const shop = await newOrganization();
  for (const token of ["x", "A".repeat(43), UNMADE]) {
    await check(token, newDevice());
    await check(token, newDevice(), shop.key);
  }
  await send(`/api/auth_check/x/device?plugin_key=${shop.key}`, { method: "POST" });
  expect((await checksOf(shop)).map(({ code }) => code)).toEqual([
    "token_unknown",
    "token_unknown",
    "token_unknown",
    "method_not_allowed",
  ]);
});

test("a token that is asked about too often is on record where a key was named", async () => {
  // The limit fills again by this clock.
  vi.useFakeTimers({ toFake: ["performance"] });
  const { shop, token, device } = await proof();
  await Promise.all(Array.from({ length: 61 }, () => check(token, device, shop.key)));
  const codes = (await checksOf(shop)).map(({ code }) => code);
  const count = (wanted: string) => codes.filter((code) => code === wanted).length;
  expect([count("answered_yes"), count("rate_limited")]).toEqual([60, 1]);
});

test("a question with once=1 about a token that had answered before is told from an unknown token", async () => {
  const { shop, token, device } = await proof();
  await check(token, device, shop.key, { once: "1" });
  await check(token, device, shop.key, { once: "1" });
  expect((await checksOf(shop)).map(({ code, ok }) => [code, ok])).toEqual([
    ["answered_yes", true],
    ["already_redeemed", false],
  ]);
});

test("a question at the test address that names no key is on record under the key that made the link", async () => {
  const { shop, token, device } = await proof({ mode: "test" });
  await send(`/test/api/auth_check/${token}/${device}`);
  expect(await checksOf(shop)).toMatchObject([{ code: "answered_yes", mode: "test", host: shop.host }]);
});
