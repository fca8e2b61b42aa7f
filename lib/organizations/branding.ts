import { createHash } from "node:crypto";
import { findAccent, updateAccent } from "#db/queries/organization.ts";
import type { LockedTransaction } from "#db/queries/organization-lock.ts";
import { deleteLogo, findLogo, findLogoDigest, type LogoRow, upsertLogo } from "#db/queries/organization-logo.ts";
import { type Refused, refuse } from "#lib/base/result.ts";
import type { Actor } from "#lib/core/actor.ts";
import { type AuditRecord, changeOrganization } from "#lib/core/change.ts";
import { readOf } from "#lib/core/read.ts";
import type { OrganizationReason } from "#lib/organizations/wording.ts";
import { database } from "#lib/runtime/database.ts";
import {
  type Colour,
  carriesWhiteText,
  contrastWithWhite,
  nearestWithWhiteText,
  readColour,
} from "./contrast.rules.ts";
import { readImage } from "./image.rules.ts";

const MAX_LOGO_BYTES = 64 * 1024;
/** A small file can decompress to a picture that fills a phone's memory. */
const MAX_LOGO_PX = 2_000;

/** The branding of the visitor's pages. `contrast`: of white text on the accent. `logo`: its digest. */
export async function readBranding(actor: Actor, organizationId: string) {
  return readOf(actor, "see the organization", organizationId, async (db) => {
    const [stored, logo] = [await findAccent(db, organizationId), await findLogoDigest(db, organizationId)];
    const accent = stored === null ? null : readColour(stored);
    return { accent, contrast: accent === null ? null : contrastOf(accent), logo };
  });
}

/** Sets the background of the visitor's button, whose text is white; `null`: Ageway's own. `changed` is false for the same colour. */
export async function setAccent(actor: Actor, organizationId: string, colour: string | null) {
  const read = readAccent(colour);
  if (!read.ok) return read;
  return changeOrganization(actor, "change settings", organizationId, (tx) =>
    writeAccent(tx, organizationId, read.accent),
  );
}

/** Part of a change. */
export async function writeAccent(tx: LockedTransaction, organizationId: string, accent: Colour | null) {
  const before = await findAccent(tx, organizationId);
  const changed = before !== accent;
  if (changed) await updateAccent(tx, organizationId, accent);
  const facts = { before: { accent: before }, after: { accent } };
  const audit: AuditRecord = { action: "accent.set", subject: organizationId, ...facts };
  return { value: { accent, changed }, audit: changed ? audit : null };
}

/** The colour as we store it, or the reason why visitors could not be shown it; `null`: our own. */
export function readAccent(
  colour: string | null,
): { ok: true; accent: Colour | null } | Refused<"accent_invalid" | "accent_too_light"> {
  if (colour === null) return { ok: true, accent: null };
  const accent = readColour(colour);
  if (accent === null) return refuse("accent_invalid");
  if (carriesWhiteText(accent)) return { ok: true, accent };
  const facts = { accent, contrast: contrastOf(accent), nearest: nearestWithWhiteText(accent) };
  return refuse("accent_too_light", { ...facts });
}

/** Sets the logo of the visitor's pages; `null`: none. Answers the logo's digest, which the audit entry has too. */
export async function setLogo(actor: Actor, organizationId: string, bytes: Uint8Array | null) {
  const read = bytes === null ? { ok: true as const, logo: null } : readLogoFile(bytes);
  if (!read.ok) return read;
  return changeOrganization(actor, "change settings", organizationId, (tx) => writeLogo(tx, organizationId, read.logo));
}

/** Part of a change. */
export async function writeLogo(tx: LockedTransaction, organizationId: string, logo: LogoRow | null) {
  const digest = logo?.digest ?? null;
  const before = await findLogoDigest(tx, organizationId);
  const changed = before !== digest;
  if (changed && logo) await upsertLogo(tx, organizationId, logo);
  else if (changed) await deleteLogo(tx, organizationId);
  const facts = { before: { logo: before }, after: { logo: digest } };
  const audit: AuditRecord = { action: "logo.set", subject: organizationId, ...facts };
  return { value: { logo: digest, changed }, audit: changed ? audit : null };
}

/** Rounded down, so that 4.49 does not read as 4.5, which would be enough. */
function contrastOf(accent: Colour): number {
  return Math.floor(contrastWithWhite(accent) * 10) / 10;
}

export function readLogoFile(bytes: Uint8Array): { ok: true; logo: LogoRow } | Refused<OrganizationReason> {
  if (bytes.byteLength > MAX_LOGO_BYTES) return refuse("logo_too_heavy");
  const image = readImage(bytes);
  if (image === null) return refuse("logo_unknown");
  if (Math.max(image.width, image.height) > MAX_LOGO_PX) return refuse("logo_too_large");
  const digest = createHash("sha256").update(bytes).digest("hex");
  return { ok: true, logo: { mediaType: image.mediaType, bytes: Buffer.from(bytes), digest } };
}

export type Logo = { mediaType: string; bytes: Uint8Array<ArrayBuffer> };

/** The logo with this digest (SHA-256, 64 hexadecimal digits in lower case). Other texts cost no query. */
export async function readLogo(digest: string): Promise<Logo | null> {
  if (!/^[0-9a-f]{64}$/.test(digest)) return null;
  const found = await findLogo(database(), digest);
  return found && { mediaType: found.mediaType, bytes: found.bytes };
}
