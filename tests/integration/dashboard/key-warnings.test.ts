import { expect, test } from "vitest";
import { createKey, pauseKey, revokeKey, rotateKey } from "#lib/keys/plugin-key.ts";
import { formWith, openDashboard, textOf } from "#tests/support/dashboard.ts";
import { shopWith } from "#tests/support/shop-with-everything.ts";

const OPERATOR = { kind: "operator" } as const;

/** A shop whose live key is amid a rotation of seven days, and what its pages say. */
async function rotatingShop() {
  const [dashboard, shop] = await Promise.all([openDashboard(), shopWith([])]);
  const rotated = await rotateKey(OPERATOR, shop.liveKey, "7d");
  const fresh = rotated.ok ? rotated.key : "";
  const page = async (path: string) => textOf((await dashboard.get(`/dashboard/keys/${path}`, shop.owner.cookie)).text);
  return { shop, fresh, page };
}

test("who revokes or pauses the new key of a rotation reads from when no live key works", async () => {
  const { shop, fresh, page } = await rotatingShop();
  expect(await page(fresh)).toMatch(/After this, no live key works from \w+ \d+ \w+, \d\d:\d\d/);
  expect(await page(`${fresh}/revoke`)).toMatch(/Let it end \(after this, no live key works from/);
  // The old one may go: the new one stays.
  expect(await page(shop.liveKey)).not.toContain("no live key works");
  expect(await page(`${shop.liveKey}/end`)).toContain("The new key keeps working.");
  const other = await createKey(OPERATOR, { organizationId: shop.id, mode: "live", label: "Till" });
  expect(other.ok).toBe(true);
  expect(await page(fresh)).not.toContain("no live key works");
});

test("a rotation comes before the use of a key while it runs, and after it before", async () => {
  const { shop, fresh, page } = await rotatingShop();
  const ofUse = /Use (?:Last used|Never used|Not used)/;
  for (const key of [shop.liveKey, fresh]) {
    const text = await page(key);
    expect(text).toMatch(/On this page: Rotate Use Settings/);
    expect(text.indexOf("Rotation in progress")).toBeLessThan(text.search(ofUse));
  }
  await revokeKey(OPERATOR, fresh);
  const orphaned = await page(shop.liveKey);
  expect(orphaned.indexOf("This key ends")).toBeLessThan(orphaned.search(ofUse));
  const other = await createKey(OPERATOR, { organizationId: shop.id, mode: "live", label: "Till" });
  const calm = await page(other.ok ? other.key : "");
  expect(calm).toMatch(/On this page: Use Rotate Settings/);
  expect(calm.search(ofUse)).toBeLessThan(calm.indexOf("Creates a new key"));
});

test("who ends the old key while the new one is paused reads that no live key works", async () => {
  const { shop, fresh, page } = await rotatingShop();
  await pauseKey(OPERATOR, fresh, true);
  const text = await page(`${shop.liveKey}/end`);
  expect(text).toContain("After this, no live key works");
  expect(text).not.toContain("The new key keeps working.");
});

test("who rotates a paused key reads on both pages which of the two works", async () => {
  const { shop, fresh, page } = await rotatingShop();
  for (const [old, replacing, words] of [
    [false, false, "Both keys work."],
    [true, false, "The old key is paused; only the new one works."],
    [false, true, "The new key is paused; only the old one works."],
    [true, true, "Both keys are paused."],
  ] as const) {
    await pauseKey(OPERATOR, shop.liveKey, old);
    await pauseKey(OPERATOR, fresh, replacing);
    for (const key of [shop.liveKey, fresh]) expect(await page(key)).toContain(words);
  }
});

test("who is about to rotate a paused key is not told that it works meanwhile", async () => {
  const [dashboard, shop] = await Promise.all([openDashboard(), shopWith([])]);
  const page = async () => textOf((await dashboard.get(`/dashboard/keys/${shop.liveKey}`, shop.owner.cookie)).text);
  expect(await page()).toContain("The old key keeps working for");
  await pauseKey(OPERATOR, shop.liveKey, true);
  expect(await page()).toContain("The old key stays paused");
  expect(await page()).not.toContain("keeps working");
});

test("who pastes a label with a mark for the direction of text reads that it has one", async () => {
  const [dashboard, shop] = await Promise.all([openDashboard(), shopWith([])]);
  const page = await dashboard.get("/dashboard/keys/new", shop.owner.cookie);
  const form = formWith(page, "Create key", { label: "Till\u200f", mode: "test" });
  const { text } = await dashboard.submit("/dashboard/keys/new", form, shop.owner.cookie);
  expect(textOf(text)).toContain("invisible characters, such as a mark for the direction of text");
});

test("a new key is said to work at once only as long as it is as it was made", async () => {
  const { shop, page } = await rotatingShop();
  const made = await createKey(OPERATOR, { organizationId: shop.id, mode: "live", label: "Till" });
  const key = made.ok ? made.key : "";
  const isShown = async () => (await page(`${key}?created`)).includes("It works at once.");
  expect(await isShown()).toBe(true);
  await pauseKey(OPERATOR, key, true);
  expect(await isShown()).toBe(false);
  await pauseKey(OPERATOR, key, false);
  expect(await isShown()).toBe(true);
  await rotateKey(OPERATOR, key, "7d");
  expect(await isShown()).toBe(false);
});
