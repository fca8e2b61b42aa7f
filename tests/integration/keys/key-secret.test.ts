import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addKeySecret, listKeySecrets, lockKey, revokeKeySecret, unlockKey } from "#lib/keys/key-secret.ts";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import { createKey, revokeKey, rotateKey } from "#lib/keys/plugin-key.ts";
import { listAudit } from "#lib/organizations/audit-log.ts";
import { database } from "#lib/runtime/database.ts";
import { tracesOf } from "#tests/support/audit.ts";
import { generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;

type Shop = { key: string; domain: string };

async function secretOf(key: string) {
  const made = await addKeySecret(OPERATOR, key);
  if (!made.ok) throw new Error(made.reason);
  await lockKey(OPERATOR, key);
  return made;
}

async function reasonOf(shop: Shop, authorization?: string) {
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  return (await generate("b", { ...shop, headers })).headers.get("ageway-reason");
}

test("a locked key starts checks only with its secret; a stranger who knows the key runs up no bill", async () => {
  const [shop, other] = [await newOrganization(), await newOrganization()];
  const [{ secret }, { secret: foreign }] = [await secretOf(shop.key), await secretOf(other.key)];
  const wrong = [
    undefined,
    "",
    secret,
    `Basic ${secret}`,
    `Bearer  ${secret}`,
    `Bearer ${secret} x`,
    `Bearer ${secret}0`,
    `Bearer ${secret.slice(0, -1)}`,
    `Bearer ${secret.slice(0, -1)}${secret.endsWith("0") ? "1" : "0"}`,
    `Bearer ${foreign}`,
    `Bearer sk_live_${"0".repeat(32)}`,
    `Bearer ${"x".repeat(4_000)}`,
  ];
  for (const authorization of wrong) {
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    const answer = await generate("b", { ...shop, headers });
    expect([answer.status, answer.body]).toEqual([403, { url: shop.domain }]);
    expect(answer.headers.get("ageway-reason")).toBe("secret_required");
  }
  expect([await shop.started(), await shop.billed()]).toEqual([0, 0]);
  expect([await reasonOf(shop, `Bearer ${secret}`), await reasonOf(shop, `bearer ${secret}`)]).toEqual([null, null]);
});

test("a key that is made for a backend is locked from the start, and its secret is shown this once", async () => {
  const shop = await newOrganization();
  const made = await createKey(OPERATOR, { organizationId: shop.id, mode: "live", label: "", isLocked: true });
  if (!made.ok) throw new Error(made.reason);
  const own = { ...shop, key: made.key };
  expect(made.secret).toMatch(/^sk_live_[A-Za-z0-9]{32}$/);
  expect([await reasonOf(own), await reasonOf(own, `Bearer ${made.secret}`)]).toEqual(["secret_required", null]);
  expect(await listKeySecrets(OPERATOR, made.key)).toMatchObject({ rows: [{ hint: made.secret?.slice(-4) }] });
  const traced = await tracesOf(shop.id, "key.created");
  expect(JSON.stringify(traced)).not.toContain(made.secret);
  const forTests = { organizationId: shop.id, mode: "test", label: "", isLocked: true } as const;
  expect(await createKey(OPERATOR, forTests)).toEqual({ ok: false, reason: "key_stays_open" });
});

test("an open key takes no notice of a secret, and a test key stays open", async () => {
  const [open, forTests] = [await newOrganization(), await newOrganization({ mode: "test" })];
  expect(await reasonOf(open, `Bearer sk_live_${"0".repeat(32)}`)).toBeNull();
  expect(await addKeySecret(OPERATOR, forTests.key)).toEqual({ ok: false, reason: "key_stays_open" });
  expect(await reasonOf(forTests)).toBeNull();
});

test("two secrets live at a time, so that a shop can change over; the last one cannot be revoked", async () => {
  const shop = await newOrganization();
  const first = await secretOf(shop.key);
  expect(await revokeKeySecret(OPERATOR, shop.key, first.id)).toEqual({ ok: false, reason: "last_secret" });
  const second = await secretOf(shop.key);
  expect(await addKeySecret(OPERATOR, shop.key)).toEqual({ ok: false, reason: "too_many_secrets" });
  const both = async () => [
    await reasonOf(shop, `Bearer ${first.secret}`),
    await reasonOf(shop, `Bearer ${second.secret}`),
  ];
  expect(await both()).toEqual([null, null]);
  expect(await revokeKeySecret(OPERATOR, shop.key, first.id)).toMatchObject({ ok: true });
  expect(await both()).toEqual(["secret_required", null]);
  expect(await revokeKeySecret(OPERATOR, shop.key, first.id)).toEqual({ ok: false, reason: "secret_unknown" });
  // The place is free for the next.
  const third = await secretOf(shop.key);
  expect(await reasonOf(shop, `Bearer ${third.secret}`)).toBeNull();
  expect(await both()).toEqual(["secret_required", null]);
});

test("a key with a secret stays open until it is locked, so that a shop can put the secret in place first", async () => {
  const shop = await newOrganization();
  expect(await lockKey(OPERATOR, shop.key)).toEqual({ ok: false, reason: "secret_missing" });
  const made = await addKeySecret(OPERATOR, shop.key);
  const secret = made.ok ? made.secret : "";
  expect([await reasonOf(shop), await reasonOf(shop, `Bearer ${secret}`)]).toEqual([null, null]);
  expect(await lockKey(OPERATOR, shop.key)).toEqual({ ok: true, changed: true });
  expect([await reasonOf(shop), await reasonOf(shop, `Bearer ${secret}`)]).toEqual(["secret_required", null]);
  expect(await lockKey(OPERATOR, shop.key)).toEqual({ ok: true, changed: false });
});

test("the last secret of a key that is not locked can be removed", async () => {
  const shop = await newOrganization();
  const made = await addKeySecret(OPERATOR, shop.key);
  expect(await revokeKeySecret(OPERATOR, shop.key, made.ok ? made.id : "")).toMatchObject({ ok: true });
  expect(await lockKey(OPERATOR, shop.key)).toEqual({ ok: false, reason: "secret_missing" });
  expect(await unlockKey(OPERATOR, shop.key)).toEqual({ ok: true, changed: false });
});

test("of ten who make a secret at once, two have one", async () => {
  const shop = await newOrganization();
  const made = await Promise.all(Array.from({ length: 10 }, () => addKeySecret(OPERATOR, shop.key)));
  expect(made.filter(({ ok }) => ok)).toHaveLength(2);
});

test("unlocked, the public key alone starts checks again", async () => {
  const shop = await newOrganization();
  await secretOf(shop.key);
  await secretOf(shop.key);
  expect(await unlockKey(OPERATOR, shop.key)).toEqual({ ok: true, changed: true });
  expect(await reasonOf(shop)).toBeNull();
  expect(await unlockKey(OPERATOR, shop.key)).toEqual({ ok: true, changed: false });
  // Its secrets are gone, so that nobody locks it again with one that is lost.
  expect(await listKeySecrets(OPERATOR, shop.key)).toEqual({ ok: true, rows: [] });
  expect(await lockKey(OPERATOR, shop.key)).toEqual({ ok: false, reason: "secret_missing" });
});

test("a secret opens the key that it was made for, and its successor, and no other of the shop", async () => {
  const [shop, other] = [await newOrganization(), await newOrganization()];
  const { secret } = await secretOf(shop.key);
  await secretOf(other.key);
  const rotated = await rotateKey(OPERATOR, shop.key, "7d");
  const successor = { ...shop, key: rotated.ok ? rotated.key : "" };
  expect([await reasonOf(shop), await reasonOf(successor)]).toEqual(["secret_required", "secret_required"]);
  for (const key of [shop, successor]) expect(await reasonOf(key, `Bearer ${secret}`)).toBeNull();
  expect(await reasonOf(other, `Bearer ${secret}`)).toBe("secret_required");
  // Each is unlocked for itself.
  await unlockKey(OPERATOR, successor.key);
  expect([await reasonOf(shop), await reasonOf(successor)]).toEqual(["secret_required", null]);
});

test("a secret of one key is not revoked by way of another", async () => {
  const [mine, theirs] = [await newOrganization(), await newOrganization()];
  const [, , victim] = [await secretOf(mine.key), await secretOf(mine.key), await secretOf(theirs.key)];
  await secretOf(theirs.key);
  expect(await revokeKeySecret(OPERATOR, mine.key, victim.id)).toEqual({ ok: false, reason: "secret_unknown" });
  expect(await revokeKeySecret(OPERATOR, mine.key, "' OR 1=1")).toEqual({ ok: false, reason: "secret_unknown" });
  expect(await reasonOf(theirs, `Bearer ${victim.secret}`)).toBeNull();
});

test("a secret is stored nowhere, and told this once: the list and the audit log know its last four letters", async () => {
  const shop = await newOrganization();
  const { secret, id } = await secretOf(shop.key);
  const hint = secret.slice(-4);
  expect(await listKeySecrets(OPERATOR, shop.key)).toMatchObject({ ok: true, rows: [{ id, hint }] });
  await secretOf(shop.key);
  await revokeKeySecret(OPERATOR, shop.key, id);
  await unlockKey(OPERATOR, shop.key);
  const audit = await listAudit(OPERATOR, shop.id, { cursor: null });
  expect(
    audit.ok && audit.rows.map(({ action }) => action ?? "").filter((action) => /secret|lock/.test(action)),
  ).toEqual(["key.unlocked", "key.secret_revoked", "key.secret_added", "key.locked", "key.secret_added"]);
  const rows = await database().execute(sql`
    SELECT to_jsonb(s)::text AS row FROM plugin_key_secret s UNION ALL SELECT to_jsonb(a)::text FROM audit_event a`);
  expect(JSON.stringify(rows)).not.toContain(secret.slice("sk_live_".length, -4));
});

test("a key that has ended gets no secret, no lock and no other settings", async () => {
  const [revoked, rotated] = [await newOrganization(), await newOrganization()];
  for (const { key } of [revoked, rotated]) await addKeySecret(OPERATOR, key);
  await revokeKey(OPERATOR, revoked.key);
  await rotateKey(OPERATOR, rotated.key, "now");
  const ended = { ok: false, reason: "key_ended" };
  for (const { key } of [revoked, rotated]) {
    expect(await addKeySecret(OPERATOR, key)).toEqual(ended);
    expect(await lockKey(OPERATOR, key)).toEqual(ended);
    expect(await changeKeySettings(OPERATOR, key, { label: "web shop" })).toEqual(ended);
    const secrets = await listKeySecrets(OPERATOR, key);
    expect(secrets.ok && secrets.rows).toHaveLength(1);
  }
});
