import { randomInt } from "node:crypto";
import { v7 } from "uuid";
import type { Transaction } from "#db/client.ts";
import { insertPluginKey, listPluginKeys, revokePluginKey } from "#db/queries/account.ts";
import { findKeySettings } from "#db/queries/plugin-key.ts";
import type { Actor } from "#lib/core/actor.ts";
import { type Changed, changeKey, changeOrganization, listOf } from "#lib/core/change.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { isTyped } from "#lib/core/text.ts";
import { readLabel } from "./key-settings.ts";
import { pluginKeyOf } from "./plugin-key.rules.ts";

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH = 24;
/** Of one organization, those included that were revoked: they are kept, so that their calls can be told apart. */
const MOST_KEYS = 200;

type NewKey = { organizationId: string; mode: Mode; label: string };

/** Public: a plugin key names an organization and opens nothing. Random, so that keys cannot be listed by guessing. */
export function newPluginKey(mode: Mode): string {
  return pluginKeyOf(mode, randomLetters(LENGTH));
}

export function randomLetters(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

export async function createKey(
  actor: Actor,
  { organizationId, mode, label }: NewKey,
): Promise<Changed<{ key: string; mode: Mode }>> {
  const written = readLabel(label);
  if (written === null) return { ok: false, reason: "label_invalid" };
  const key = newPluginKey(mode);
  return changeOrganization<{ key: string; mode: Mode }>(actor, "change keys", organizationId, async (tx) => {
    if (!(await hasRoomForKey(tx, organizationId)))
      return { trace: null, result: { ok: false, reason: "too_many_keys" } };
    await insertPluginKey(tx, { id: v7(), organizationId, key, mode, label: written });
    return {
      trace: { action: "key.created", subject: key, after: { mode, label: written } },
      result: { ok: true, key, mode },
    };
  });
}

export async function hasRoomForKey(tx: Transaction, organizationId: string): Promise<boolean> {
  return (await listPluginKeys(tx, organizationId)).length < MOST_KEYS;
}

/** What ends a live key ends the shop's checks, at once or later. */
export function deedOfEnding(mode: Mode): "rotate, lock or revoke live keys" | "change keys" {
  return mode === "live" ? "rotate, lock or revoke live keys" : "change keys";
}

/**
 * Takes effect on the very next call. A member types the key or its label, so that no slip of the hand stops a shop.
 * `changed` is false for a key that was revoked before.
 */
export async function revokeKey(actor: Actor, key: string, typedName?: string): Promise<Changed<{ changed: boolean }>> {
  return changeKey<{ changed: boolean }>(actor, deedOfEnding, key, async (tx) => {
    if (actor.kind === "user" && !(await isNamed(tx, key, typedName)))
      return { trace: null, result: { ok: false, reason: "name_differs" } };
    const changed = (await revokePluginKey(tx, key)) !== null;
    return { trace: changed ? { action: "key.revoked", subject: key } : null, result: { ok: true, changed } };
  });
}

export async function listKeys(actor: Actor, organizationId: string) {
  return listOf(actor, "see the organization", organizationId, (db) => listPluginKeys(db, organizationId));
}

async function isNamed(tx: Transaction, key: string, typed = ""): Promise<boolean> {
  const label = (await findKeySettings(tx, key))?.label;
  return isTyped(typed, key) || isTyped(typed, label ?? "");
}
