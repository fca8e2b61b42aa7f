import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { config } from "#lib/core/config.ts";
import { database, leaveDatabase } from "#lib/core/database.ts";
import { removeDomain } from "#lib/domains/domain.ts";
import { addKeySecret, lockKey, unlockKey } from "#lib/keys/key-secret.ts";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import { revokeKey } from "#lib/keys/plugin-key.ts";
import { callOf, type StartRequest } from "#lib/verification/call.ts";
import { decideAll } from "#lib/verification/decide-all.ts";
import { readFacts } from "#lib/verification/facts.ts";
import { keepKeys, recentKeys } from "#lib/verification/recent-keys.ts";
import { decided, startRequestOf } from "#tests/support/decided.ts";
import { generate } from "#tests/support/gateway.ts";
import { backendOf, keyOf } from "#tests/support/key.ts";
import { applyFlaws, newOrganization } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;

type Shop = Awaited<ReturnType<typeof newOrganization>>;

const call = (shop: Shop, headers: Record<string, string> = {}) => generate("b", { ...shop, headers });

/** A shop whose facts the process knows. The first call only begins its month. */
async function knownShop(given: Parameters<typeof newOrganization>[0] = {}): Promise<Shop> {
  const shop = await newOrganization(given);
  for (const { status } of [await call(shop), await call(shop)]) expect(status).toBe(200);
  return shop;
}

/** A minute ago, so that nothing which was kept since is too old, however long this machine took. */
const earlier = () => performance.now() - 60_000;

/** Would a call at this moment read nothing? */
function isKnown(shop: Shop, given: Partial<StartRequest> = {}, { at = earlier(), anew = false } = {}): boolean {
  const request = { ...startRequestOf(shop), ...given };
  return recentKeys(database("start"), [{ request, anew }], at)?.keys.has(shop.key) ?? false;
}

test("the facts of an accepted call serve the next ones of its key, of the same hosts and of no other device's proof", async () => {
  const shop = await knownShop();
  expect(isKnown(shop)).toBe(true);
  expect(isKnown(shop, { originHost: shop.host })).toBe(true);
  const { returnUrl } = startRequestOf({ ...shop, host: "another.example" });
  expect(isKnown(shop, { returnUrl })).toBe(false);
  expect(isKnown(shop, { originHost: "another.example" })).toBe(false);
  expect(isKnown(shop, { provider: "s" })).toBe(false);
  expect(isKnown(shop, {}, { anew: true })).toBe(false);
  expect(isKnown(shop, {}, { at: performance.now() + 5_000 })).toBe(false);
  const [request, other] = [startRequestOf(shop), { ...startRequestOf(shop), originHost: "another.example" }];
  const asked = [request, other].map((request) => ({ request, anew: false }));
  expect(recentKeys(database("start"), asked, earlier())?.keys.size).toBe(0);
});

test("where usage decides, or a brake, each batch reads the facts", async () => {
  const braked = await newOrganization();
  await changeKeySettings(OPERATOR, braked.key, { acceptedPerHour: 9 });
  const headers = await backendOf(braked.key);
  for (const shop of [
    braked,
    await newOrganization({ spendCapMinor: 120 }),
    await newOrganization({ terms: { planId: null, includedChecks: 9 } }),
  ]) {
    const given = shop === braked ? headers : {};
    await call(shop, given);
    expect((await call(shop, given)).status).toBe(200);
    expect(isKnown(shop)).toBe(false);
  }
});

test("the first call of a month keeps no facts: by them, each batch would begin the month again", async () => {
  const shop = await newOrganization();
  expect((await call(shop)).status).toBe(200);
  expect(isKnown(shop)).toBe(false);
});

test("facts serve the pool that read them: the next one may be of another database", async () => {
  const shop = await knownShop();
  const [left, request] = [database("start"), startRequestOf(shop)];
  const facts = await readFacts(left, [request]);
  leaveDatabase("start");
  keepKeys(left, facts, [true]);
  expect(recentKeys(left, [{ request, anew: false }])?.keys.has(shop.key)).toBe(true);
  expect(isKnown(shop)).toBe(false);
});

test("behind a pooler, where a pool outlives a failover of the database, no facts are kept", async () => {
  onTestFinished(() => void Object.assign(config(), { isPooled: false }));
  Object.assign(config(), { isPooled: true });
  expect(isKnown(await knownShop())).toBe(false);
});

test("facts that decide a call are no younger for it", async () => {
  const shop = await knownShop();
  const [pool, request] = [database("start"), startRequestOf(shop)];
  // A whole number: five seconds later is exactly that.
  const facts = { ...(await readFacts(pool, [request])), readAt: Math.ceil(performance.now()) };
  keepKeys(pool, facts, [true]);
  const recentAt = (ms: number) => recentKeys(pool, [{ request, anew: false }], facts.readAt + ms);
  const later = await readFacts(pool, [request], recentAt(4_000));
  expect(later.calls).toMatchObject([{ isRecent: true }]);
  keepKeys(pool, { ...later, readAt: facts.readAt + 4_000 }, [true]);
  expect(recentAt(4_999)?.keys.has(shop.key)).toBe(true);
  expect(recentAt(5_000)?.keys.has(shop.key)).toBe(false);
});

test("facts serve no call of the next month, which has checks of its own", async () => {
  const shop = await knownShop();
  const key = recentKeys(database("start"), [{ request: startRequestOf(shop), anew: false }], earlier())?.keys.get(
    shop.key,
  );
  if (!key) throw new Error("The key is not known");
  const calls = [callOf(startRequestOf(shop), 0, new Map([[shop.key, key]]))];
  const facts = { calls, verifiedAges: new Map(), reserved: [], remembered: [] };
  const [now, readAt] = [new Date("2026-11-30T23:59:59.900Z"), performance.now() + 10_000];
  keepKeys(database("start"), { ...facts, now, readAt }, [true]);
  const at = (ms: number) =>
    recentKeys(database("start"), [{ request: startRequestOf(shop), anew: false }], readAt + ms);
  expect(at(99)?.keys.has(shop.key)).toBe(true);
  expect(at(100)).toMatchObject({ now: new Date("2026-12-01T00:00:00.000Z"), keys: new Map() });
});

test.for([
  ["a revoked key", (shop: Shop) => applyFlaws(shop, { key: "revoked" }), "plugin_key_revoked"],
  ["a paused key", (shop: Shop) => applyFlaws(shop, { paused: true }), "plugin_key_paused"],
  ["a locked key", (shop: Shop) => applyFlaws(shop, { locked: true }), "secret_required"],
  ["a suspended organization", (shop: Shop) => applyFlaws(shop, { suspended: true }), "organization_suspended"],
  ["an ended subscription", (shop: Shop) => applyFlaws(shop, { subscription: "canceled" }), "subscription_inactive"],
  ["a cap that is reached", (shop: Shop) => applyFlaws(shop, { spendCapMinor: 24 }), "spend_cap_reached"],
  ["a removed domain", (shop: Shop) => removeDomain(OPERATOR, shop.id, shop.host), "domain_not_verified"],
] as const)("%s refuses the next call, though the process knows earlier facts", async ([, change, reason]) => {
  const shop = await knownShop();
  await change(shop);
  expect(isKnown(shop)).toBe(true);
  expect((await call(shop)).headers.get("ageway-reason")).toBe(reason);
  expect([await shop.billed(), isKnown(shop)]).toEqual([2, false]);
});

test("no earlier fact refuses a call: what was allowed meanwhile is accepted at once", async () => {
  const shop = await newOrganization();
  const made = await addKeySecret(OPERATOR, shop.key);
  if (!made.ok) throw new Error(made.reason);
  await lockKey(OPERATOR, shop.key);
  const authorization = { Authorization: `Bearer ${made.secret}` };
  for (const { status } of [await call(shop, authorization), await call(shop, authorization)]) expect(status).toBe(200);
  expect((await call(shop)).headers.get("ageway-reason")).toBe("secret_required");
  expect((await call(shop, authorization)).status).toBe(200);
  await unlockKey(OPERATOR, shop.key);
  expect(isKnown(shop)).toBe(true);
  expect((await call(shop)).status).toBe(200);
});

test("a limit that was raised meanwhile refuses nothing", async () => {
  const shop = await newOrganization();
  // One address gets half of it.
  await changeKeySettings(OPERATOR, shop.key, { callsPerMinute: 4 });
  for (const { status } of [await call(shop), await call(shop)]) expect(status).toBe(200);
  expect(isKnown(shop)).toBe(true);
  await changeKeySettings(OPERATOR, shop.key, { callsPerMinute: 1_000_000, callsPerAddress: 500_000 });
  // As another batch would for a call of another host. The limit that was read last refuses a call before its batch.
  decideAll(await readFacts(database("start"), [startRequestOf(shop)]), null);
  expect((await call(shop)).status).toBe(200);
});

test("after a change that stops nothing, the next call reads the facts and does not wait in the queue", async () => {
  const shop = await knownShop();
  await changeKeySettings(OPERATOR, shop.key, { callsPerMinute: 9_000 });
  expect(isKnown(shop)).toBe(true);
  expect((await call(shop)).status).toBe(200);
  // A batch of the queue would have kept none.
  expect(isKnown(shop)).toBe(true);
});

test("of two keys in a batch, one with earlier facts is not accepted by the version of the other", async () => {
  const shop = await knownShop();
  const other = { ...shop, key: await keyOf(shop.id, "live") };
  expect((await call(other)).status).toBe(200);
  expect((await call(shop)).status).toBe(200);
  await revokeKey(OPERATOR, shop.key);
  const recent = recentKeys(database("start"), [{ request: startRequestOf(shop), anew: false }], earlier());
  expect(recent?.keys.has(shop.key)).toBe(true);
  const versionOf = async (...given: Parameters<typeof decided>) =>
    (await decided(...given)).conditions[0]?.factsVersion;
  expect(await versionOf([other, shop], {}, null, recent)).toBe(((await versionOf([other])) ?? 0) - 1);
  const answers = await Promise.all([call(other), call(shop)]);
  expect(answers.map(({ status, headers }) => [status, headers.get("ageway-reason")])).toEqual([
    [200, null],
    [403, "plugin_key_revoked"],
  ]);
});

test("a call under an Idempotency-Key is never answered by earlier facts", async () => {
  const shop = await knownShop();
  const order = { ...shop, device: randomUUID(), headers: { "Idempotency-Key": randomUUID() } };
  expect((await generate("b", order)).status).toBe(200);
  expect((await call(shop)).status).toBe(200);
  await revokeKey(OPERATOR, shop.key);
  expect(isKnown(shop)).toBe(true);
  expect((await generate("b", order)).headers.get("ageway-reason")).toBe("plugin_key_revoked");
});
