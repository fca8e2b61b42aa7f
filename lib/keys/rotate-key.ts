import { v7 } from "uuid";
import { insertPluginKey } from "#db/queries/account.ts";
import { copySecrets } from "#db/queries/key-secret.ts";
import { endPluginKey, keepPluginKey } from "#db/queries/plugin-key.ts";
import type { Actor } from "#lib/core/actor.ts";
import { type Changed, changeKey, type Trace } from "#lib/core/change.ts";
import { deedOfEnding, hasRoomForKey, newPluginKey } from "./key.ts";

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
): Promise<Changed<{ key: string; old: string; oldEndsAt: Date | null }>> {
  return changeKey<{ key: string; old: string; oldEndsAt: Date | null }>(
    actor,
    deedOfEnding,
    old,
    async (tx, organizationId) => {
      if (!(await hasRoomForKey(tx, organizationId)))
        return { trace: null, result: { ok: false, reason: "too_many_keys" } };
      const ended = await endPluginKey(tx, old, GRACES[grace]);
      if (ended === null) return { trace: null, result: { ok: false, reason: "key_ended" } };
      const { mode, endsAt, ...settings } = ended;
      const key = newPluginKey(mode);
      await insertPluginKey(tx, { id: v7(), organizationId, key, mode, ...settings });
      await copySecrets(tx, old, key);
      const trace: Trace = { action: "key.rotated", subject: old, before: { endsAt: null }, after: { endsAt, key } };
      return { trace, result: { ok: true, key, old, oldEndsAt: endsAt } };
    },
  );
}

/** Takes a rotation back while the old key still works. The new one is there all the same, until it is revoked. */
export async function keepKey(actor: Actor, key: string): Promise<Changed<{ changed: boolean }>> {
  return changeKey(
    actor,
    () => "change keys",
    key,
    async (tx) => {
      const changed = await keepPluginKey(tx, key);
      return { trace: changed ? { action: "key.kept", subject: key } : null, result: { ok: true, changed } };
    },
  );
}
