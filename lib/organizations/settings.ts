import { findSettings, updateSettings } from "#db/queries/organization.ts";
import type { LockedTransaction } from "#db/queries/organization-lock.ts";
import { type Refused, refuse } from "#lib/base/result.ts";
import { readLines } from "#lib/base/text.ts";
import type { Actor } from "#lib/core/actor.ts";
import { changeOrganization } from "#lib/core/change.ts";
import type { Language } from "#lib/core/language.rules.ts";
import type { VerifiedDevices } from "#lib/core/provider.rules.ts";
import { readOf } from "#lib/core/read.ts";
import type { OrganizationReason } from "#lib/organizations/wording.ts";
import { readName } from "./organization.ts";

/** `language`: of the visitor's pages; `null`: the browser's. `timeZone`: an IANA name. */
export type OrganizationSettings = {
  name: string;
  language: Language | null;
  timeZone: string;
  legalAddress: string | null;
  vatNumber: string | null;
  verifiedDevices: VerifiedDevices;
};

export const TIME_ZONES: readonly string[] = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];

/** The only settings that a form can change here; additional fields have no effect. */
const NAMES = [
  "name",
  "language",
  "timeZone",
  "legalAddress",
  "vatNumber",
  "verifiedDevices",
] as const satisfies (keyof OrganizationSettings)[];

const ADDRESS = { maxLength: 500, maxLines: 8 };
/** Countries write theirs in many ways, so only the characters and their number are checked. */
const VAT_NUMBER = /^[A-Z0-9][A-Z0-9 .-]{1,28}[A-Z0-9]$/;

export async function readSettings(actor: Actor, organizationId: string) {
  return readOf(actor, "see the organization", organizationId, (db) => findSettings(db, organizationId));
}

/** Sets the given ones and keeps the others, from the very next call and page on. The audit entry has only the changed ones. */
export async function changeSettings(actor: Actor, organizationId: string, given: Partial<OrganizationSettings>) {
  const read = readGivenSettings(given);
  if (!read.ok) return read;
  return changeOrganization(actor, "change settings", organizationId, (tx) =>
    writeSettings(tx, organizationId, read.settings),
  );
}

/** Part of a change. `given`: as `readGivenSettings` read them. */
export async function writeSettings(
  tx: LockedTransaction,
  organizationId: string,
  given: Partial<OrganizationSettings>,
) {
  const all: OrganizationSettings = await findSettings(tx, organizationId);
  const names = NAMES.filter((name) => given[name] !== undefined && given[name] !== all[name]);
  const [before, after] = [pick(all, names), pick(given, names)];
  const changed = names.length > 0;
  if (changed) await updateSettings(tx, organizationId, after);
  const audit = { action: "settings.changed" as const, subject: organizationId, before, after };
  return { value: { settings: { ...all, ...after }, changed }, audit: changed ? audit : null };
}

/** The given settings as we store them, or the reason why one is invalid. */
export function readGivenSettings(
  given: Partial<OrganizationSettings>,
): { ok: true; settings: Partial<OrganizationSettings> } | Refused<OrganizationReason> {
  const settings = { ...given };
  if (given.name !== undefined) {
    const name = readName(given.name);
    if (name === null) return refuse("name_invalid");
    settings.name = name;
  }
  if (given.timeZone !== undefined && !TIME_ZONES.includes(given.timeZone)) return refuse("time_zone_invalid");
  if (given.legalAddress !== undefined) {
    const address = readLines(given.legalAddress ?? "", ADDRESS);
    if (address === null) return refuse("legal_address_invalid");
    settings.legalAddress = address || null;
  }
  if (given.vatNumber !== undefined) {
    const number = (given.vatNumber ?? "").trim().toUpperCase();
    if (number !== "" && !VAT_NUMBER.test(number)) return refuse("vat_number_invalid");
    settings.vatNumber = number || null;
  }
  return { ok: true, settings };
}

function pick(settings: Partial<OrganizationSettings>, names: readonly (keyof OrganizationSettings)[]) {
  return Object.fromEntries(names.map((name) => [name, settings[name]]));
}
