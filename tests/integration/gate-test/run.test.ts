import { createSecretKey, randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { decryptId, encryptId } from "#lib/crypto/opaque-id.ts";
import { encryptRun, isSecretOf, readRun, runSecret, tokenKeysOf } from "#lib/gate-test/run.ts";
import { decryptSession, encryptSession } from "#lib/gate-test/session.ts";
import { config } from "#lib/runtime/config.ts";
import { askRun, callRun, openedRun, orderedToken } from "#tests/support/gate-test.ts";

const DAY_MS = 86_400_000;
const SHOP = {
  pluginKey: `pk_test_${"a".repeat(24)}`,
  organizationId: "0193556e-1a2b-7001-8000-000000000001",
  host: "shop.example",
  openedBy: "dashboard",
} as const;

const ago = (ms: number) => new Date(Date.now() - ms);

test("a run lives for thirty days, and a session of it as long as a link", async () => {
  const [fresh, old] = [await encryptRun(SHOP, ago(29.99 * DAY_MS)), await encryptRun(SHOP, ago(30 * DAY_MS + 1_000))];
  expect(await readRun(fresh.text)).toEqual({ ...SHOP, text: fresh.text });
  expect(await readRun(old.text)).toBeNull();
  const run = { ...SHOP, text: fresh.text };
  const { linkMs } = config().ttl;
  const check = {
    provider: "s",
    device: "8".repeat(16),
    minimumAge: 18,
    returnUrl: "https://shop.example/",
    by: "server",
  } as const;
  expect(await decryptSession(run, await encryptSession(run, check, ago(linkMs - 5_000)))).toEqual(check);
  expect(await decryptSession(run, await encryptSession(run, check, ago(linkMs + 1_000)))).toBeNull();
});

test("a run that lost a letter, or won one, is none; its text shows neither key nor host", async () => {
  const { text } = await encryptRun(SHOP);
  for (const at of [0, 20, text.length - 1])
    expect(await readRun(`${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`)).toBeNull();
  for (const other of ["", "..", `${text}A`, text.slice(1), `${text}.x`, "a.b.c", "a".repeat(100_000)])
    expect(await readRun(other)).toBeNull();
  const shown = Buffer.from(text.replaceAll(".", ""), "base64url").toString("latin1");
  expect(shown).not.toContain("shop.example");
  expect(shown).not.toContain("pk_test");
});

test("the token of a run is none of another run, and none of a true check", async () => {
  const [one, other] = [await encryptRun(SHOP), await encryptRun(SHOP)].map(({ text }) =>
    tokenKeysOf({ ...SHOP, text }),
  );
  const id = "0193556e-1a2b-8001-8000-000000000001";
  const token = encryptId("token", id, one);
  expect([decryptId("token", token, one), decryptId("token", token, other), decryptId("token", token)]).toEqual([
    id,
    null,
    null,
  ]);
});

test("after the keys were rotated, runs, secrets, sessions and tokens of the older key answer", async () => {
  const run = await openedRun();
  const ordered = await orderedToken(run, "yes");
  const known = await readRun(run.path.split("/")[2] ?? "");
  const secret = runSecret({ text: known?.text ?? "" });
  const { keys } = config();
  onTestFinished(() => void Object.assign(config(), { keys }));
  Object.assign(config(), { keys: [createSecretKey(randomBytes(32)), ...keys] });
  expect(known && isSecretOf(known, secret)).toBe(true);
  expect((await callRun(run)).status).toBe(200);
  expect((await askRun(run, ordered.token, ordered.id)).status).toBe(200);
  expect((await orderedToken(run, "no", { device: ordered.id })).start).toEqual({ by: "server" });
  // Without the older key nothing of it is left.
  Object.assign(config(), { keys: [createSecretKey(randomBytes(32))] });
  expect((await callRun(run)).status).toBe(404);
  expect((await askRun(run, ordered.token, ordered.id)).status).toBe(404);
});
