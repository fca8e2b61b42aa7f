import { randomInt } from "node:crypto";
import { v7 } from "uuid";
import {
  findKeyLanguage,
  insertPluginKey,
  listPluginKeys,
  revokePluginKey,
  updateKeyLanguage,
} from "#db/queries/account.ts";
import type { Mode } from "#lib/rules/admission.ts";
import type { Language } from "#lib/rules/language.ts";
import { pluginKeyOf } from "#lib/rules/plugin-key.ts";
import type { Actor } from "./actor.ts";
import { type Changed, changeKey, changeOrganization, type Deed, listOf } from "./change.ts";

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH = 24;

type NewKey = { organizationId: string; mode: Mode; label: string };

/** Public: a plugin key names an organization and opens nothing. Random, so that keys cannot be listed by guessing. */
export function newPluginKey(mode: Mode): string {
  return pluginKeyOf(mode, Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(""));
}

export async function createKey(
  actor: Actor,
  { organizationId, mode, label }: NewKey,
): Promise<Changed<{ key: string; mode: Mode }>> {
  const key = newPluginKey(mode);
  return changeOrganization(actor, "change keys", organizationId, async (tx) => {
    await insertPluginKey(tx, { id: v7(), organizationId, key, mode, label });
    return { trace: { action: "key.created", subject: key, after: { mode, label } }, result: { ok: true, key, mode } };
  });
}

/** What ends a live key ends the shop's checks, at once or later. */
export function deedOfEnding(mode: Mode): Deed {
  return mode === "live" ? "rotate or revoke live keys" : "change keys";
}

/** Takes effect on the very next call. `changed` is false for a key that was revoked before. */
export async function revokeKey(actor: Actor, key: string): Promise<Changed<{ changed: boolean }>> {
  return changeKey(actor, deedOfEnding, key, async (tx) => {
    const changed = (await revokePluginKey(tx, key)) !== null;
    return { trace: changed ? { action: "key.revoked", subject: key } : null, result: { ok: true, changed } };
  });
}

/** What the key's visitors read unless they choose; `null`: what their browser asks for. */
export async function setKeyLanguage(
  actor: Actor,
  key: string,
  language: Language | null,
): Promise<Changed<{ language: Language | null; changed: boolean }>> {
  return changeKey(
    actor,
    () => "change keys",
    key,
    async (tx) => {
      const before = await findKeyLanguage(tx, key);
      const changed = before !== language;
      if (changed) await updateKeyLanguage(tx, key, language);
      const trace = { action: "key.language_set", subject: key, before: { language: before }, after: { language } };
      return { trace: changed ? trace : null, result: { ok: true, language, changed } };
    },
  );
}

export async function listKeys(actor: Actor, organizationId: string) {
  return listOf(actor, "see the organization", organizationId, (db) => listPluginKeys(db, organizationId));
}
