import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { readBranding, setAccent, setLogo } from "#lib/organizations/branding.ts";
import { changeSettings, type OrganizationSettings, readSettings, TIME_ZONES } from "#lib/organizations/settings.ts";
import { database } from "#lib/runtime/database.ts";
import { tracesOf } from "#tests/support/audit.ts";
import { IMAGES } from "#tests/support/images.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";

const PLAIN: OrganizationSettings = {
  name: "Test shop",
  language: null,
  timeZone: "UTC",
  legalAddress: null,
  vatNumber: null,
  verifiedDevices: "turned_away",
};

async function shopWithAdmin() {
  const shop = await newOrganization();
  return { shop, admin: await memberOf(shop.id, "admin") };
}

test("what is named is set, the rest stays, and the trace has only what changed", async () => {
  const { shop, admin } = await shopWithAdmin();
  expect(await readSettings(admin, shop.id)).toEqual({ ok: true, read: PLAIN });
  const given = {
    name: " Vin & Vin ",
    timeZone: "Europe/Copenhagen",
    legalAddress: " Torvet 1\r\n1000 København \r\n",
  };
  const settings = { ...PLAIN, name: "Vin & Vin", timeZone: given.timeZone, legalAddress: "Torvet 1\n1000 København" };
  expect(await changeSettings(admin, shop.id, { ...given, language: null })).toEqual({
    ok: true,
    settings,
    changed: true,
  });
  expect(await changeSettings(admin, shop.id, given)).toEqual({ ok: true, settings, changed: false });
  expect(await changeSettings(admin, shop.id, {})).toEqual({ ok: true, settings, changed: false });
  expect(await readSettings(admin, shop.id)).toEqual({ ok: true, read: settings });
  const { name, timeZone, legalAddress } = settings;
  expect(await tracesOf(shop.id, "settings.changed")).toEqual([
    {
      actor: admin.email,
      action: "settings.changed",
      subject: shop.id,
      before: { name: "Test shop", timeZone: "UTC", legalAddress: null },
      after: { name, timeZone, legalAddress },
    },
  ]);
});

test("every one of them can be set, and laid down again where it can be without", async () => {
  const { shop, admin } = await shopWithAdmin();
  const all: OrganizationSettings = {
    name: "V",
    language: "nb",
    timeZone: "Europe/Oslo",
    legalAddress: "Torvet 1",
    vatNumber: "DK12345678",
    verifiedDevices: "asked_again",
  };
  expect(await changeSettings(admin, shop.id, all)).toEqual({ ok: true, settings: all, changed: true });
  expect(await changeSettings(admin, shop.id, { ...PLAIN, legalAddress: " " })).toMatchObject({ settings: PLAIN });
  expect(await readSettings(admin, shop.id)).toEqual({ ok: true, read: PLAIN });
});

test.for([
  ["an empty name", { name: " " }, "name_invalid"],
  ["a name of 81 characters", { name: "x".repeat(81) }, "name_invalid"],
  ["a time zone that is none", { timeZone: "Europe/Atlantis" }, "time_zone_invalid"],
  ["a time zone in another case", { timeZone: "europe/oslo" }, "time_zone_invalid"],
  ["an offset", { timeZone: "+01:00" }, "time_zone_invalid"],
  ["a VAT number of two letters", { vatNumber: "DK" }, "vat_number_invalid"],
  ["a VAT number of 31 letters", { vatNumber: "X".repeat(31) }, "vat_number_invalid"],
  ["a VAT number in two lines", { vatNumber: "DK12\n345678" }, "vat_number_invalid"],
  ["an address of 501 characters", { legalAddress: "x".repeat(501) }, "legal_address_invalid"],
  ["an address of nine lines", { legalAddress: "x\n".repeat(8).concat("x") }, "legal_address_invalid"],
  ["an address with a tab", { legalAddress: "a\tb" }, "legal_address_invalid"],
  ["an address with a bare carriage return", { legalAddress: "a\rb" }, "legal_address_invalid"],
  ["an address that turns its direction", { legalAddress: "a\u202eb" }, "legal_address_invalid"],
] as const)("%s changes nothing, nor what comes with it", async ([, given, reason]) => {
  const { shop, admin } = await shopWithAdmin();
  expect(await changeSettings(admin, shop.id, { language: "da", ...given })).toEqual({ ok: false, reason });
  expect(await readSettings(admin, shop.id)).toEqual({ ok: true, read: PLAIN });
});

test("an address of 500 characters and one of eight lines are fine", async () => {
  const { shop, admin } = await shopWithAdmin();
  for (const legalAddress of ["x".repeat(500), "x\n".repeat(7).concat("x")])
    expect(await changeSettings(admin, shop.id, { legalAddress })).toMatchObject({ settings: { legalAddress } });
});

test("what is no setting stays, whatever a form sends along", async () => {
  const { shop, admin } = await shopWithAdmin();
  const forged = { accent: "#111111", id: admin.id, suspendedAt: new Date(), language: undefined } as object;
  expect(await changeSettings(admin, shop.id, forged)).toEqual({ ok: true, settings: PLAIN, changed: false });
});

test("PostgreSQL knows every time zone that can be chosen, as bars per day need it", async () => {
  const [row] = await database().execute<{ unknown: string[] }>(sql`
    SELECT coalesce(jsonb_agg(zone), '[]') AS unknown FROM jsonb_array_elements_text(${JSON.stringify(TIME_ZONES)}::jsonb) AS zone
    WHERE zone NOT IN (SELECT name FROM pg_timezone_names)`);
  expect(row?.unknown).toEqual([]);
  expect(TIME_ZONES).toEqual(expect.arrayContaining(["UTC", "Europe/Stockholm", "Europe/Helsinki"]));
});

test("the look is read with how white text stands out, and which logo there is", async () => {
  const { shop, admin } = await shopWithAdmin();
  expect(await readBranding(admin, shop.id)).toEqual({ ok: true, read: { accent: null, contrast: null, logo: null } });
  await setAccent(admin, shop.id, "#767676");
  const set = await setLogo(admin, shop.id, IMAGES.png);
  const logo = set.ok && set.logo;
  expect(await readBranding(admin, shop.id)).toEqual({ ok: true, read: { accent: "#767676", contrast: 4.5, logo } });
});
