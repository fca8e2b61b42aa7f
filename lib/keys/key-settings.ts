import type { Db } from "#db/client.ts";
import { type DomainRow, selectDomains } from "#db/queries/domain.ts";
import { findPlanLimits } from "#db/queries/plan.ts";
import { findKey, type KeySettings, updateKeySettings } from "#db/queries/plugin-key.ts";
import { isCovered, isDevelopmentHost } from "#lib/base/host.rules.ts";
import { type Result, refuse } from "#lib/base/result.ts";
import { readLine } from "#lib/base/text.ts";
import type { Actor } from "#lib/core/actor.ts";
import { changeKey } from "#lib/core/change.ts";
import { modeOfKey } from "#lib/core/provider.rules.ts";
import { readOf } from "#lib/core/read.ts";
import { readReturnUrl } from "#lib/core/return-url.rules.ts";
import type { KeyReason } from "#lib/keys/wording.ts";
import { config } from "#lib/runtime/config.ts";
import { isKeyLimit, mayMemberSet } from "./plugin-key.rules.ts";

export type { KeySettings };

const MAX_LABEL_LENGTH = 80;

/**
 * Changes the given settings, all or none, from the very next call on. `null`: as the organization, the plan or the
 * instance has it. `acceptedPerHour`: the brake of a clock hour (UTC). The audit entry has only what changed.
 */
export async function changeKeySettings<Given extends Partial<KeySettings>>(
  actor: Actor,
  key: string,
  given: Given,
): Promise<Result<Given & { changed: boolean }, KeyReason>> {
  const label = given.label === undefined ? undefined : readLabel(given.label);
  if (label === null) return refuse("label_invalid");
  const { callsPerMinute = null, callsPerAddress = null, acceptedPerHour = null } = given;
  if (!isKeyLimit(callsPerMinute)) return refuse("limit_invalid");
  if (!isKeyLimit(callsPerAddress)) return refuse("address_limit_invalid");
  if (!isKeyLimit(acceptedPerHour)) return refuse("brake_invalid");
  const fallback = given.fallbackUrl ? readReturnUrl(given.fallbackUrl, modeOfKey(key) === "test") : null;
  if (typeof fallback === "string") return refuse("fallback_invalid");
  const read = { ...(label !== undefined && { label }), ...(fallback && { fallbackUrl: fallback.href }) };
  const wanted: Given = { ...given, ...read };
  return changeKey(actor, "change keys", key, async (tx, organizationId) => {
    const settings = await findKey(tx, key);
    if (settings === null) return refuse("key_unknown");
    if (settings.isOver) return refuse("key_ended");
    const limits = await givenLimits(tx, organizationId);
    if (actor.kind === "user" && !mayMemberSet(callsPerMinute, settings.callsPerMinute, limits.callsPerMinute))
      return refuse("limit_above_plan");
    if (fallback && !isOwn(fallback.host, key, await selectDomains(tx, organizationId)))
      return refuse("fallback_not_verified");
    const names = (Object.keys(wanted) as (keyof KeySettings)[]).filter((name) => wanted[name] !== settings[name]);
    const [before, after] = [settings, { ...settings, ...wanted }].map((all) =>
      Object.fromEntries(names.map((name) => [name, all[name]])),
    );
    const changed = names.length > 0;
    if (changed && after) await updateKeySettings(tx, key, after);
    const audit = { action: "key.settings_changed" as const, subject: key, before, after };
    return { value: { ...wanted, changed }, audit: changed ? audit : null };
  });
}

/** Is the page on a domain of the organization, as a visitor would return to it. */
function isOwn(host: string, key: string, domains: readonly DomainRow[]): boolean {
  const verified = domains.filter(({ verifiedAt }) => verifiedAt !== null);
  return isCovered(host, verified) || (modeOfKey(key) === "test" && isDevelopmentHost(host));
}

/** Reads the limits of the organization's keys without any of their own. */
export async function readGivenLimits(actor: Actor, organizationId: string) {
  return readOf(actor, "see the organization", organizationId, (db) => givenLimits(db, organizationId));
}

export function readLabel(given: string): string | null {
  return readLine(given, MAX_LABEL_LENGTH);
}

async function givenLimits(db: Db, organizationId: string) {
  const { callsPerMinute, callsPerAddress } = await findPlanLimits(db, organizationId);
  const { keyPerMinute, addressPerMinute } = config().limits;
  return { callsPerMinute: callsPerMinute ?? keyPerMinute, callsPerAddress: callsPerAddress ?? addressPerMinute };
}
