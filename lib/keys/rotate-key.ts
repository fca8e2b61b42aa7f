import { v7 } from "uuid";
import { insertPluginKey } from "#db/queries/plugin-key.ts";
import { endPluginKey, reactivatePluginKey } from "#db/queries/plugin-key-end.ts";
import { copySecrets } from "#db/queries/plugin-key-secret.ts";
import type { Actor } from "#lib/core/actor.ts";
import { type AuditRecord, changeKey } from "#lib/core/change.ts";
import { type Result, refuse } from "#lib/core/result.ts";
import type { KeyReason } from "#lib/keys/reasons.ts";
import { hasRoomForKey, newPluginKey, permissionToEnd } from "./key.ts";

const HOUR_MS = 3_600_000;

/** How long the old key goes on beside the new one. */
export const GRACES = {
  now: 0,
  "1h": HOUR_MS,
  "24h": 24 * HOUR_MS,
  "7d": 7 * 24 * HOUR_MS,
  "30d": 30 * 24 * HOUR_MS,
} as const;

export type Grace = keyof typeof GRACES;

export const USUAL_GRACE: Grace = "7d";

/** A new key with the old one's mode, settings and secrets; the old one ends after its grace, and can be kept until then. */
export async function rotateKey(
  actor: Actor,
  old: string,
  grace: Grace,
): Promise<Result<{ key: string; old: string; oldEndsAt: Date | null }, KeyReason>> {
  return changeKey(actor, permissionToEnd, old, async (tx, organizationId) => {
    if (!(await hasRoomForKey(tx, organizationId))) return refuse("too_many_keys");
    const ended = await endPluginKey(tx, old, GRACES[grace]);
    if (ended === null) return refuse("key_ended");
    const { mode, endsAt, ...settings } = ended;
    const key = newPluginKey(mode);
    await insertPluginKey(tx, { id: v7(), organizationId, key, mode, ...settings });
    await copySecrets(tx, old, key);
    const audit: AuditRecord = {
      action: "key.rotated",
      subject: old,
      before: { endsAt: null },
      after: { endsAt, key },
    };
    return { value: { key, old, oldEndsAt: endsAt }, audit: audit };
  });
}

/** Takes a rotation back while the old key still works. The new one is there all the same, until it is revoked. */
export async function reactivateKey(actor: Actor, key: string): Promise<Result<{ changed: boolean }, KeyReason>> {
  return changeKey(
    actor,
    () => "change keys",
    key,
    async (tx) => {
      const changed = await reactivatePluginKey(tx, key);
      return { value: { changed }, audit: changed ? { action: "key.kept", subject: key } : null };
    },
  );
}
