import { createHash } from "node:crypto";
import {
  deleteLogo,
  findAccent,
  findLogoDigest,
  type LogoRow,
  updateAccent,
  upsertLogo,
} from "#db/queries/branding.ts";
import type { Actor } from "#lib/core/actor.ts";
import { type Changed, changeOrganization, type Refused, readOf, type Trace } from "#lib/core/change.ts";
import {
  type Colour,
  carriesWhiteText,
  contrastWithWhite,
  nearestWithWhiteText,
  readColour,
} from "./contrast.rules.ts";
import { readImage } from "./image.rules.ts";

const HEAVIEST_BYTES = 64 * 1024;
/** A small file can unfold to a picture that costs a phone its memory. */
const LARGEST_PX = 2_000;

/** What visitors see beside the host. `contrast`: of white text with the accent; `logo`: its digest. */
export async function readLook(actor: Actor, organizationId: string) {
  return readOf(actor, "see the organization", organizationId, async (db) => {
    const [stored, logo] = [await findAccent(db, organizationId), await findLogoDigest(db, organizationId)];
    const accent = stored === null ? null : readColour(stored);
    return { accent, contrast: accent === null ? null : contrastOf(accent), logo };
  });
}

/** The ground of the hosted pages' button, whose text is white; `null`: our own. `changed` is false where it was so already. */
export async function setAccent(
  actor: Actor,
  organizationId: string,
  colour: string | null,
): Promise<Changed<{ accent: string | null; changed: boolean }>> {
  const accent = colour === null ? null : readColour(colour);
  if (accent === null && colour !== null) return { ok: false, reason: "accent_invalid" };
  if (accent !== null && !carriesWhiteText(accent)) {
    const facts = { accent, contrast: contrastOf(accent), nearest: nearestWithWhiteText(accent) };
    return { ok: false, reason: "accent_too_light", ...facts };
  }
  return changeOrganization(actor, "change settings", organizationId, async (tx) => {
    const before = await findAccent(tx, organizationId);
    const changed = before !== accent;
    if (changed) await updateAccent(tx, organizationId, accent);
    const trace: Trace = {
      action: "accent.set",
      subject: organizationId,
      before: { accent: before },
      after: { accent },
    };
    return { trace: changed ? trace : null, result: { ok: true, accent, changed } };
  });
}

/** What the hosted pages show beside the host; `null`: nothing. `logo` is its digest, which is what the trace keeps of it. */
export async function setLogo(
  actor: Actor,
  organizationId: string,
  bytes: Uint8Array | null,
): Promise<Changed<{ logo: string | null; changed: boolean }>> {
  const read = bytes === null ? { ok: true as const, logo: null } : readLogoFile(bytes);
  if (!read.ok) return read;
  const digest = read.logo?.digest ?? null;
  return changeOrganization(actor, "change settings", organizationId, async (tx) => {
    const before = await findLogoDigest(tx, organizationId);
    const changed = before !== digest;
    if (changed && read.logo) await upsertLogo(tx, organizationId, read.logo);
    else if (changed) await deleteLogo(tx, organizationId);
    const trace: Trace = {
      action: "logo.set",
      subject: organizationId,
      before: { logo: before },
      after: { logo: digest },
    };
    return { trace: changed ? trace : null, result: { ok: true, logo: digest, changed } };
  });
}

/** Rounded down: 4.49 must not read as if it were enough. */
function contrastOf(accent: Colour): number {
  return Math.floor(contrastWithWhite(accent) * 10) / 10;
}

function readLogoFile(bytes: Uint8Array): { ok: true; logo: LogoRow } | Refused {
  if (bytes.byteLength > HEAVIEST_BYTES) return { ok: false, reason: "logo_too_heavy" };
  const image = readImage(bytes);
  if (image === null) return { ok: false, reason: "logo_unknown" };
  if (Math.max(image.width, image.height) > LARGEST_PX) return { ok: false, reason: "logo_too_large" };
  const digest = createHash("sha256").update(bytes).digest("hex");
  return { ok: true, logo: { mediaType: image.mediaType, bytes: Buffer.from(bytes), digest } };
}
