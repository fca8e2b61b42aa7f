import type { Result } from "#lib/base/result.ts";
import type { Actor } from "#lib/core/actor.ts";
import { changeOrganization } from "#lib/core/change.ts";
import { readAccent, readLogoFile, writeAccent, writeLogo } from "./branding.ts";
import { type OrganizationSettings, readGivenSettings, writeSettings } from "./settings.ts";
import type { OrganizationReason } from "./wording.ts";

/** Holds what a visitor sees of a shop; what is absent stays. `accent`: `null` for our own. `logo`: `null` removes it. */
export type VisitorPage = Partial<Pick<OrganizationSettings, "name" | "language" | "verifiedDevices">> & {
  accent?: string | null;
  logo?: Uint8Array | null;
};

/** Saves all parts of the visitor's page or none. Each part that changes has an audit entry of its own. */
export async function changeVisitorPage(
  actor: Actor,
  organizationId: string,
  { accent, logo, ...settings }: VisitorPage,
): Promise<Result<{ changed: boolean }, OrganizationReason>> {
  const read = readGivenSettings(settings);
  if (!read.ok) return read;
  const colour = readAccent(accent ?? null);
  if (!colour.ok) return colour;
  const file = logo ? readLogoFile(logo) : { ok: true as const, logo: null };
  if (!file.ok) return file;
  return changeOrganization(actor, "change settings", organizationId, async (tx) => {
    const parts = [
      await writeSettings(tx, organizationId, read.settings),
      ...(accent === undefined ? [] : [await writeAccent(tx, organizationId, colour.accent)]),
      ...(logo === undefined ? [] : [await writeLogo(tx, organizationId, file.logo)]),
    ];
    const audit = parts.flatMap((part) => part.audit ?? []);
    return { value: { changed: audit.length > 0 }, audit };
  });
}
