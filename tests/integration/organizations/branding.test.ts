import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { LANGUAGES } from "#lib/core/language.rules.ts";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import { readLogo, setAccent, setLogo } from "#lib/organizations/branding.ts";
import { renameOrganization } from "#lib/organizations/organization.ts";
import { changeVisitorPage } from "#lib/organizations/visitor-page.ts";
import { database } from "#lib/runtime/database.ts";
import { shopOf } from "#lib/verification/link-state.ts";
import { readVerification } from "#lib/verification/read-verification.ts";
import { IMAGES, pngOf } from "#tests/support/images.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { started } from "#tests/support/visitor.ts";

const OPERATOR = { kind: "operator" } as const;
const NOBODY = "00000000-0000-7000-8000-000000000000";

/** What an organization looks like to a visitor who opens a link of its. */
async function brandingOf(shop: { key: string; domain: string }) {
  const row = await readVerification((await started("b", shop)).id);
  if (row === null) throw new Error("The verification was not found");
  const { name, accent, logo, language } = shopOf(row);
  return { name, accent, logo, language };
}

const tracesOf = (id: string, action: string) =>
  database().execute(
    sql`SELECT subject, before, after FROM audit_event WHERE organization_id = ${id} AND action = ${action} ORDER BY id`,
  );

test("a shop has no look of its own until it gets one, and can lay it down again", async () => {
  const shop = await newOrganization();
  const plain = { name: "Test shop", accent: null, logo: null, language: null };
  expect(await brandingOf(shop)).toEqual(plain);
  await renameOrganization(OPERATOR, shop.id, " Vin & Vin ");
  await setAccent(OPERATOR, shop.id, "#7A1F2B");
  await setLogo(OPERATOR, shop.id, IMAGES.png);
  await changeKeySettings(OPERATOR, shop.key, { language: "nb" });
  const dressed = { name: "Vin & Vin", accent: "#7a1f2b", logo: digestOf(IMAGES.png), language: "nb" };
  expect(await brandingOf(shop)).toEqual(dressed);
  await renameOrganization(OPERATOR, shop.id, "Test shop");
  await setAccent(OPERATOR, shop.id, null);
  await setLogo(OPERATOR, shop.id, null);
  await changeKeySettings(OPERATOR, shop.key, { language: null });
  expect(await brandingOf(shop)).toEqual(plain);
});

test.for([
  ["organization.renamed", ({ id }, n) => renameOrganization(OPERATOR, id, ["A", "B"][n] ?? ""), "name", "A", "B"],
  [
    "accent.set",
    ({ id }, n) => setAccent(OPERATOR, id, ["#111111", "#222"][n] ?? null),
    "accent",
    "#111111",
    "#222222",
  ],
  [
    "logo.set",
    ({ id }, n) => setLogo(OPERATOR, id, [IMAGES.png, IMAGES.jpeg][n] ?? null),
    "logo",
    digestOf(IMAGES.png),
    digestOf(IMAGES.jpeg),
  ],
  [
    "key.settings_changed",
    ({ key }, n) => changeKeySettings(OPERATOR, key, { language: LANGUAGES[n] ?? null }),
    "language",
    LANGUAGES[0],
    LANGUAGES[1],
  ],
] as const satisfies [
  string,
  (shop: { id: string; key: string }, n: number) => Promise<object>,
  string,
  string,
  string,
][])("%s is traced from before to after, and done twice it changes nothing", async ([action, change, what, a, b]) => {
  const shop = await newOrganization();
  expect(await change(shop, 0)).toEqual({ ok: true, [what]: a, changed: true });
  expect(await change(shop, 1)).toEqual({ ok: true, [what]: b, changed: true });
  expect(await change(shop, 1)).toEqual({ ok: true, [what]: b, changed: false });
  const subject = action.startsWith("key.") ? shop.key : shop.id;
  const first = what === "name" ? "Test shop" : null;
  expect(await tracesOf(shop.id, action)).toEqual([
    { subject, before: { [what]: first }, after: { [what]: a } },
    { subject, before: { [what]: a }, after: { [what]: b } },
  ]);
});

test("white text must be readable on the accent; what is refused leaves the one before", async () => {
  const shop = await newOrganization();
  await setAccent(OPERATOR, shop.id, "#767676");
  expect(await setAccent(OPERATOR, shop.id, "#777777")).toEqual({
    ok: false,
    reason: "accent_too_light",
    accent: "#777777",
    contrast: 4.4,
    nearest: "#767676",
  });
  expect(await setAccent(OPERATOR, shop.id, "crimson")).toEqual({ ok: false, reason: "accent_invalid" });
  expect((await brandingOf(shop)).accent).toBe("#767676");
});

test.for([
  ["of 65,536 bytes", pngOf({ length: 65_536 }), null],
  ["of 65,537 bytes", pngOf({ length: 65_537 }), "logo_too_heavy"],
  ["2,000 pixels wide and high", pngOf({ width: 2_000, height: 2_000 }), null],
  ["2,001 pixels wide", pngOf({ width: 2_001 }), "logo_too_large"],
  ["2,001 pixels high", pngOf({ height: 2_001 }), "logo_too_large"],
  ["in SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "logo_unknown"],
  ["in GIF", IMAGES.gif, "logo_unknown"],
  ["of no bytes", Buffer.alloc(0), "logo_unknown"],
] as const)("a logo %s: %s", async ([, bytes, reason]) => {
  const { id } = await newOrganization();
  const digest = digestOf(bytes);
  expect(await setLogo(OPERATOR, id, bytes)).toEqual(
    reason === null ? { ok: true, logo: digest, changed: true } : { ok: false, reason },
  );
  expect((await readLogo(digest)) === null).toBe(reason !== null);
});

test.for([
  ["png", "image/png"],
  ["jpegProgressive", "image/jpeg"],
  ["webpExtended", "image/webp"],
] as const)("a logo comes back as it was given, as the kind that its bytes are: %s", async ([name, mediaType]) => {
  // A tail of its own, so that no other test's logo has the same digest.
  const given = Buffer.concat([IMAGES[name], Buffer.from(`comes back ${name}`)]);
  const { id } = await newOrganization();
  await setLogo(OPERATOR, id, new Uint8Array(given));
  const logo = await readLogo(digestOf(given));
  expect(logo?.mediaType).toBe(mediaType);
  expect(Buffer.from(logo?.bytes ?? []).equals(given)).toBe(true);
  await setLogo(OPERATOR, id, null);
  expect(await readLogo(digestOf(given))).toBeNull();
});

test("two organizations may have the same logo; one that lays it down leaves the other's", async () => {
  const given = Buffer.concat([IMAGES.png, Buffer.from("same")]);
  const [one, other] = [await newOrganization(), await newOrganization()];
  for (const { id } of [one, other])
    expect(await setLogo(OPERATOR, id, given)).toMatchObject({ ok: true, changed: true });
  await setLogo(OPERATOR, one.id, null);
  expect((await brandingOf(one)).logo).toBeNull();
  expect((await brandingOf(other)).logo).toBe(digestOf(given));
  expect(await readLogo(digestOf(given))).not.toBeNull();
});

test("the language is the key's, not the organization's", async () => {
  const [da, fi] = [await newOrganization(), await newOrganization()];
  await changeKeySettings(OPERATOR, da.key, { language: "da" });
  expect([(await brandingOf(da)).language, (await brandingOf(fi)).language]).toEqual(["da", null]);
});

test("what cannot be a digest is no logo's address, and the database is not asked", async () => {
  for (const digest of ["", "0", "A".repeat(64), "g".repeat(64), `${"a".repeat(64)}\n`, "a".repeat(65)])
    expect(await readLogo(digest)).toBeNull();
  // PostgreSQL refuses this character in any text: it would throw.
  expect(await readLogo("\0".repeat(64))).toBeNull();
});

test("nobody's look cannot be changed", async () => {
  const unknown = { ok: false, reason: "organization_unknown" };
  for (const id of [NOBODY, "nonsense"]) {
    expect(await renameOrganization(OPERATOR, id, "Nobody")).toEqual(unknown);
    expect(await setAccent(OPERATOR, id, "#000000")).toEqual(unknown);
    expect(await setLogo(OPERATOR, id, IMAGES.png)).toEqual(unknown);
  }
  expect(await changeKeySettings(OPERATOR, "pk_live_nothing", { language: "da" })).toEqual({
    ok: false,
    reason: "key_unknown",
  });
});

test.for(["", " ", "a".repeat(81), "Vin\nVin"])("%j cannot become a name", async (name) => {
  const { id } = await newOrganization();
  expect(await renameOrganization(OPERATOR, id, name)).toEqual({ ok: false, reason: "name_invalid" });
});

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

test("the visitor's page is saved in one go, or not at all", async () => {
  const shop = await newOrganization();
  const given = { name: "Vin & Vin", language: "da", verifiedDevices: "asked_again", accent: "#123456" } as const;
  for (const [flaw, reason] of [
    [{ name: " " }, "name_invalid"],
    [{ accent: "#ffff00" }, "accent_too_light"],
    [{ logo: new Uint8Array([1, 2, 3]) }, "logo_unknown"],
  ] as const)
    expect(await changeVisitorPage(OPERATOR, shop.id, { ...given, ...flaw })).toMatchObject({ ok: false, reason });
  expect(await brandingOf(shop)).toMatchObject({ name: "Test shop", accent: null, logo: null, language: null });
  expect(await changeVisitorPage(OPERATOR, shop.id, { ...given, logo: IMAGES.png })).toEqual({
    ok: true,
    changed: true,
  });
  const [entries] = await database().execute(sql`
    SELECT count(*)::int AS n, count(DISTINCT xmin::text)::int AS transactions FROM audit_event
    WHERE organization_id = ${shop.id} AND action IN ('settings.changed', 'accent.set', 'logo.set')`);
  expect(entries).toEqual({ n: 3, transactions: 1 });
  const logo = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(await brandingOf(shop)).toEqual({ name: "Vin & Vin", accent: "#123456", logo, language: "da" });
  expect(await changeVisitorPage(OPERATOR, shop.id, given)).toEqual({ ok: true, changed: false });
  expect(await brandingOf(shop)).toMatchObject({ logo });
  expect(await changeVisitorPage(OPERATOR, shop.id, { ...given, logo: null })).toEqual({ ok: true, changed: true });
  expect(await brandingOf(shop)).toMatchObject({ logo: null });
});
