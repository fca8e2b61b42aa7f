import { findKeySettings, type KeySettings, updateKeySettings } from "#db/queries/plugin-key.ts";
import type { VerifiedDevices } from "#lib/rules/admission.ts";
import type { Action } from "#lib/rules/audit.ts";
import type { Language } from "#lib/rules/language.ts";
import type { Actor } from "./actor.ts";
import { type Changed, changeKey } from "./change.ts";
import { readLine } from "./text.ts";

const LONGEST_LABEL = 80;

/** What it is for; may be empty. */
export async function labelKey(
  actor: Actor,
  key: string,
  label: string,
): Promise<Changed<{ label: string; changed: boolean }>> {
  const written = readLabel(label);
  if (written === null) return { ok: false, reason: "label_invalid" };
  const set = await setOnKey(actor, key, "key.labelled", "label", written);
  return set.ok ? { ...set, label: written } : set;
}

/** What the key's visitors read unless they choose; `null`: as its organization has it. */
export async function setKeyLanguage(
  actor: Actor,
  key: string,
  language: Language | null,
): Promise<Changed<{ language: Language | null; changed: boolean }>> {
  const set = await setOnKey(actor, key, "key.language_set", "language", language);
  return set.ok ? { ...set, language } : set;
}

/** What provider `s` does with a device that holds a proof; `null`: as its organization has it. */
export async function setKeyVerifiedDevices(
  actor: Actor,
  key: string,
  verifiedDevices: VerifiedDevices | null,
): Promise<Changed<{ verifiedDevices: VerifiedDevices | null; changed: boolean }>> {
  const set = await setOnKey(actor, key, "key.verified_devices_set", "verifiedDevices", verifiedDevices);
  return set.ok ? { ...set, verifiedDevices } : set;
}

export function readLabel(given: string): string | null {
  return readLine(given, LONGEST_LABEL);
}

async function setOnKey<Name extends keyof KeySettings>(
  actor: Actor,
  key: string,
  action: Action,
  name: Name,
  value: KeySettings[Name],
): Promise<Changed<{ changed: boolean }>> {
  return changeKey(
    actor,
    () => "change keys",
    key,
    async (tx) => {
      const before = (await findKeySettings(tx, key))?.[name];
      const changed = before !== value;
      if (changed) await updateKeySettings(tx, key, { [name]: value });
      const trace = { action, subject: key, before: { [name]: before }, after: { [name]: value } };
      return { trace: changed ? trace : null, result: { ok: true, changed } };
    },
  );
}
