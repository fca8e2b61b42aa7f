import { expect, test } from "vitest";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import { createKey, listKeys, revokeKey } from "#lib/keys/plugin-key.ts";
import { tracesOf } from "#tests/support/audit.ts";
import { generate } from "#tests/support/gateway.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;
const INVALID = { ok: false, reason: "label_invalid" };
const DIFFERS = { ok: false, reason: "name_differs" };

async function shopWithDeveloper() {
  const shop = await newOrganization();
  return { shop, developer: await memberOf(shop.id, "developer") };
}

test("a key has a label of 80 characters at most, trimmed, and can be given another", async () => {
  const { shop, developer } = await shopWithDeveloper();
  const made = await createKey(developer, { organizationId: shop.id, mode: "test", label: ` ${"x".repeat(80)} ` });
  const key = made.ok ? made.key : "";
  expect(await changeKeySettings(developer, key, { label: " web shop " })).toEqual({
    ok: true,
    label: "web shop",
    changed: true,
  });
  expect(await changeKeySettings(developer, key, { label: "web shop" })).toEqual({
    ok: true,
    label: "web shop",
    changed: false,
  });
  expect(await tracesOf(shop.id, "key.settings_changed")).toMatchObject([
    { actor: developer.email, subject: key, before: { label: "x".repeat(80) }, after: { label: "web shop" } },
  ]);
});

test.for(["x".repeat(81), "a\nb", "a\u0000", "\u202eb"])(
  "%j is no label, and nothing is made or changed",
  async (label) => {
    const { shop, developer } = await shopWithDeveloper();
    expect(await createKey(developer, { organizationId: shop.id, mode: "test", label })).toEqual(INVALID);
    expect(await changeKeySettings(developer, shop.key, { label })).toEqual(INVALID);
    const listed = await listKeys(developer, shop.id);
    expect(listed.ok && listed.rows.map((row) => row.label)).toEqual([""]);
  },
);

test("a member revokes a key by typing its label or the key itself", async () => {
  const { shop, developer } = await shopWithDeveloper();
  for (const typed of [undefined, "", " ", `${shop.key}x`, shop.key.toLowerCase(), "web shop"])
    expect(await revokeKey(developer, shop.key, typed)).toEqual(DIFFERS);
  await changeKeySettings(developer, shop.key, { label: "web shop" });
  expect(await revokeKey(developer, shop.key, "Web shop")).toEqual(DIFFERS);
  expect((await generate("b", shop)).status).toBe(200);
  expect(await revokeKey(developer, shop.key, " web  shop ")).toEqual({ ok: true, changed: true });
  expect((await generate("b", shop)).headers.get("ageway-reason")).toBe("plugin_key_revoked");
  const other = await newOrganization();
  const theirs = await memberOf(other.id, "owner");
  expect(await revokeKey(theirs, other.key, other.key)).toEqual({ ok: true, changed: true });
});

test("the operator types nothing", async () => {
  const { key } = await newOrganization();
  expect(await revokeKey(OPERATOR, key)).toEqual({ ok: true, changed: true });
});

test("what a key does with devices that hold a proof is traced, and listed with all that a key has", async () => {
  const { shop, developer } = await shopWithDeveloper();
  const set = { ok: true, verifiedDevices: "asked_again" };
  expect(await changeKeySettings(developer, shop.key, { verifiedDevices: "asked_again" })).toEqual({
    ...set,
    changed: true,
  });
  expect(await changeKeySettings(developer, shop.key, { verifiedDevices: "asked_again" })).toEqual({
    ...set,
    changed: false,
  });
  expect(await listKeys(developer, shop.id)).toEqual({
    ok: true,
    rows: [
      {
        id: expect.any(String),
        key: shop.key,
        mode: "live",
        label: "",
        language: null,
        verifiedDevices: "asked_again",
        callsPerMinute: null,
        callsPerAddress: null,
        acceptedPerHour: null,
        fallbackUrl: null,
        isLocked: false,
        createdAt: expect.any(Date),
        endsAt: null,
        pausedAt: null,
        revokedAt: null,
        replacesId: null,
      },
    ],
  });
  expect(await tracesOf(shop.id, "key.settings_changed")).toMatchObject([
    { subject: shop.key, before: { verifiedDevices: null }, after: { verifiedDevices: "asked_again" } },
  ]);
});

test("all settings of a key are saved at once, with one trace of what changed, or none of them", async () => {
  const { shop, developer } = await shopWithDeveloper();
  const settings = { label: "web shop", language: "da", verifiedDevices: "asked_again" } as const;
  const limits = { callsPerMinute: 50, acceptedPerHour: 200 };
  await changeKeySettings(developer, shop.key, { label: "web shop" });
  expect(await changeKeySettings(developer, shop.key, { ...settings, ...limits })).toEqual({
    ok: true,
    ...settings,
    ...limits,
    changed: true,
  });
  const none = { language: null, verifiedDevices: null, callsPerMinute: null, acceptedPerHour: null };
  const { label: _, ...changed } = settings;
  const traces = await tracesOf(shop.id, "key.settings_changed");
  expect(traces.slice(1)).toMatchObject([{ before: none, after: { ...changed, ...limits } }]);
  expect(Object.keys(traces[1]?.after ?? {})).not.toContain("label");

  const tooMuch = { label: "other", acceptedPerHour: 0 };
  expect(await changeKeySettings(developer, shop.key, tooMuch)).toEqual({ ok: false, reason: "brake_invalid" });
  const listed = await listKeys(developer, shop.id);
  expect(listed).toMatchObject({ rows: [{ ...settings, ...limits }] });
});
