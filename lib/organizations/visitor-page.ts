import type { Actor } from "#lib/core/actor.ts";
import type { Result } from "#lib/core/result.ts";
import { readAccent, readLogoFile, setAccent, setLogo } from "./branding.ts";
import type { OrganizationReason } from "./reasons.ts";
import { changeSettings, type OrganizationSettings, readGivenSettings } from "./settings.ts";

/** What a visitor sees of a shop; what is absent stays. `accent`: `null` for our own. `logo`: `null` removes it. */
export type VisitorPage = Partial<Pick<OrganizationSettings, "name" | "language" | "verifiedDevices">> & {
  accent?: string | null;
  logo?: Uint8Array | null;
};

/**
 * Saves the visitor's page in one go: where any part of it is invalid, nothing changes. Each part that changes has an audit entry
 * of its own.
 */
export async function changeVisitorPage(
  actor: Actor,
  organizationId: string,
  { accent, logo, ...settings }: VisitorPage,
): Promise<Result<{ changed: boolean }, OrganizationReason>> {
  const colour = accent === undefined ? null : readAccent(accent);
  const file = logo ? readLogoFile(logo) : null;
  for (const read of [readGivenSettings(settings), colour, file]) if (read && !read.ok) return read;
  const changes = [
    () => changeSettings(actor, organizationId, settings),
    ...(accent === undefined ? [] : [() => setAccent(actor, organizationId, accent)]),
    ...(logo === undefined ? [] : [() => setLogo(actor, organizationId, logo)]),
  ];
  let changed = false;
  for (const change of changes) {
    const saved = await change();
    if (!saved.ok) return saved;
    changed ||= saved.changed;
  }
  return { ok: true, changed };
}
