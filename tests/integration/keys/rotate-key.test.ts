import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import { endKeyNow, GRACES, type Grace, listKeys, reactivateKey, revokeKey, rotateKey } from "#lib/keys/plugin-key.ts";
import { database } from "#lib/runtime/database.ts";
import { tracesOf } from "#tests/support/audit.ts";
import { check, generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const OPERATOR = { kind: "operator" } as const;

async function rotated(grace: Grace) {
  const shop = await newOrganization();
  const rotation = await rotateKey(OPERATOR, shop.key, grace);
  if (!rotation.ok) throw new Error(rotation.reason);
  return { shop, ...rotation };
}

const reasonOf = async (key: string, { domain }: { domain: string }) =>
  (await generate("b", { key, domain })).headers.get("ageway-reason");

test.for(Object.keys(GRACES).filter((grace) => grace !== "now") as Grace[])(
  "rotated with a grace of %s, both keys are accepted until then, and the new one after",
  async (grace) => {
    const { shop, key, oldEndsAt } = await rotated(grace);
    const [{ ms } = expect.fail()] = await database().execute<{ ms: number }>(
      sql`SELECT extract(epoch FROM old.ends_at - new.created_at) * 1000 AS ms FROM plugin_key old, plugin_key new
        WHERE old.key = ${shop.key} AND new.key = ${key}`,
    );
    expect(Math.round(ms / 1_000)).toBe(GRACES[grace] / 1_000);
    expect(oldEndsAt).toBeInstanceOf(Date);
    expect([await reasonOf(shop.key, shop), await reasonOf(key, shop)]).toEqual([null, null]);
    await database().execute(sql`UPDATE plugin_key SET ends_at = now() WHERE key = ${shop.key}`);
    expect([await reasonOf(shop.key, shop), await reasonOf(key, shop)]).toEqual(["plugin_key_revoked", null]);
  },
);

test("rotated now, the old key is refused on the very next call", async () => {
  const { shop, key } = await rotated("now");
  expect([await reasonOf(shop.key, shop), await reasonOf(key, shop)]).toEqual(["plugin_key_revoked", null]);
});

test.for([
  [199, { ok: true }],
  [200, { ok: false, reason: "too_many_keys" }],
] as const)("with %d keys there already, a rotation says %j: it makes a key, too", async ([there, answer]) => {
  const shop = await newOrganization();
  await database().execute(sql`
    INSERT INTO plugin_key (id, organization_id, key, mode)
    SELECT gen_random_uuid(), ${shop.id}, 'pk_live_' || substr(md5(${shop.id} || n), 1, 24), 'live' FROM generate_series(2, ${there}::int) n`);
  expect(await rotateKey(OPERATOR, shop.key, "7d")).toMatchObject(answer);
  expect(await reasonOf(shop.key, shop), "the old one goes on").toBeNull();
});

test("the new key has the old one's mode and settings", async () => {
  const shop = await newOrganization({ mode: "test" });
  await changeKeySettings(OPERATOR, shop.key, { language: "fi" });
  await changeKeySettings(OPERATOR, shop.key, { label: "web shop" });
  await changeKeySettings(OPERATOR, shop.key, { verifiedDevices: "asked_again" });
  await changeKeySettings(OPERATOR, shop.key, { callsPerMinute: 50 });
  await changeKeySettings(OPERATOR, shop.key, { acceptedPerHour: 200 });
  const rotation = await rotateKey(OPERATOR, shop.key, "24h");
  const listed = await listKeys(OPERATOR, shop.id);
  const [, fresh] = listed.ok ? listed.rows : [];
  const limits = { callsPerMinute: 50, acceptedPerHour: 200 };
  const settings = { language: "fi", label: "web shop", verifiedDevices: "asked_again", ...limits };
  expect(fresh).toMatchObject({ key: rotation.ok && rotation.key, mode: "test", ...settings });
});

test("a token of the old key answers to the new one: it is the organization's", async () => {
  const shop = await newOrganization();
  const { url, device } = await started("b", shop);
  const home = await completeFlow(browser(), url, "adult");
  const rotation = await rotateKey(OPERATOR, shop.key, "now");
  const token = tokenIn(home.headers.get("location")) ?? "";
  const answer = await check(token, device, rotation.ok ? rotation.key : undefined);
  expect(answer.body).toMatchObject({ verified: true, age: 18 });
});

test("a rotation is taken back while the old key works, and not after", async () => {
  const { shop } = await rotated("1h");
  expect(await reactivateKey(OPERATOR, shop.key)).toEqual({ ok: true, changed: true });
  expect(await reactivateKey(OPERATOR, shop.key)).toEqual({ ok: true, changed: false });
  expect(await reasonOf(shop.key, shop)).toBeNull();
  await rotateKey(OPERATOR, shop.key, "now");
  expect(await reactivateKey(OPERATOR, shop.key)).toEqual({ ok: true, changed: false });
  expect(await reasonOf(shop.key, shop)).toBe("plugin_key_revoked");
});

test("of ten who rotate at once, one does", async () => {
  const shop = await newOrganization();
  const all = await Promise.all(Array.from({ length: 10 }, () => rotateKey(OPERATOR, shop.key, "7d")));
  expect(all.filter(({ ok }) => ok)).toHaveLength(1);
  expect(all.filter((one) => !one.ok && one.reason === "key_ended")).toHaveLength(9);
  const listed = await listKeys(OPERATOR, shop.id);
  expect(listed.ok && listed.rows).toHaveLength(2);
});

test("a revoked key and one that is not there cannot be rotated", async () => {
  const shop = await newOrganization();
  await revokeKey(OPERATOR, shop.key);
  expect(await rotateKey(OPERATOR, shop.key, "7d")).toEqual({ ok: false, reason: "key_ended" });
  expect(await rotateKey(OPERATOR, "pk_live_nobodys", "7d")).toEqual({ ok: false, reason: "key_unknown" });
  expect(await reactivateKey(OPERATOR, "pk_live_nobodys")).toEqual({ ok: false, reason: "key_unknown" });
});

test("an old key that is revoked in its grace neither goes on nor ends again", async () => {
  const { shop } = await rotated("7d");
  await revokeKey(OPERATOR, shop.key);
  expect(await reactivateKey(OPERATOR, shop.key)).toEqual({ ok: true, changed: false });
  expect(await endKeyNow(OPERATOR, shop.key)).toEqual({ ok: true, changed: false });
});

test("a new key knows the one that it replaces", async () => {
  const { shop, key } = await rotated("7d");
  const listed = await listKeys(OPERATOR, shop.id);
  const [old, fresh] = listed.ok ? listed.rows : [];
  expect([old?.key, old?.replacesId, fresh?.key, fresh?.replacesId]).toEqual([shop.key, null, key, old?.id]);
});

test("the old key of a rotation is ended before its time, once, and no other key", async () => {
  const { shop, key } = await rotated("7d");
  expect(await endKeyNow(OPERATOR, key)).toEqual({ ok: true, changed: false });
  expect(await endKeyNow(OPERATOR, shop.key)).toEqual({ ok: true, changed: true });
  expect([await reasonOf(shop.key, shop), await reasonOf(key, shop)]).toEqual(["plugin_key_revoked", null]);
  expect(await endKeyNow(OPERATOR, shop.key)).toEqual({ ok: true, changed: false });
  expect(await reactivateKey(OPERATOR, shop.key)).toEqual({ ok: true, changed: false });
  expect(await tracesOf(shop.id, "key.ended")).toMatchObject([{ subject: shop.key }]);
});

test.for([
  [true, null],
  [false, expect.any(Date)],
] as const)("who revokes the new key and keeps the old one: %s, ends it at %s", async ([keepsOld, endsAt]) => {
  const { shop, key } = await rotated("7d");
  expect(await revokeKey(OPERATOR, key, key, keepsOld)).toEqual({ ok: true, changed: true });
  const listed = await listKeys(OPERATOR, shop.id);
  expect(listed).toMatchObject({
    rows: [
      { key: shop.key, endsAt },
      { key, revokedAt: expect.any(Date) },
    ],
  });
  const [trace] = await tracesOf(shop.id, "key.revoked");
  expect(trace?.after).toEqual(keepsOld ? { continues: shop.key } : null);
});

test("revoking the new key brings back no old one that has ended, or was never replaced", async () => {
  const { shop, key } = await rotated("now");
  expect(await revokeKey(OPERATOR, key, key, true)).toEqual({ ok: true, changed: true });
  expect(await reasonOf(shop.key, shop)).toBe("plugin_key_revoked");
});
