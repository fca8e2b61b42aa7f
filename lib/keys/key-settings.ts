import type { Db } from "#db/client.ts";
import { findPlanLimit } from "#db/queries/plan.ts";
import { findKeySettings, type KeySettings, updateKeySettings } from "#db/queries/plugin-key.ts";
import type { Actor } from "#lib/core/actor.ts";
import type { Action } from "#lib/core/audit.rules.ts";
import { changeKey } from "#lib/core/change.ts";
import { config } from "#lib/core/config.ts";
import type { Language } from "#lib/core/language.rules.ts";
import type { VerifiedDevices } from "#lib/core/provider.rules.ts";
import { readOf } from "#lib/core/read.ts";
import { type Result, refuse } from "#lib/core/result.ts";
import { readLine } from "#lib/core/text.ts";
import type { KeyReason } from "#lib/keys/reasons.ts";
import { isKeyLimit, mayMemberSet } from "./plugin-key.rules.ts";

const MAX_LABEL_LENGTH = 80;

/** Sets the label of a key; may be empty. */
export async function labelKey(
  actor: Actor,
  key: string,
  label: string,
): Promise<Result<{ label: string; changed: boolean }, KeyReason>> {
  const written = readLabel(label);
  if (written === null) return refuse("label_invalid");
  const set = await setOnKey(actor, key, "key.labelled", "label", written);
  return set.ok ? { ...set, label: written } : set;
}

/** Sets the language of the key's visitors until they choose; `null`: the organization's. */
export async function setKeyLanguage(
  actor: Actor,
  key: string,
  language: Language | null,
): Promise<Result<{ language: Language | null; changed: boolean }, KeyReason>> {
  const set = await setOnKey(actor, key, "key.language_set", "language", language);
  return set.ok ? { ...set, language } : set;
}

/** Sets what provider `s` does with a verified device; `null`: the organization's setting. */
export async function setKeyVerifiedDevices(
  actor: Actor,
  key: string,
  verifiedDevices: VerifiedDevices | null,
): Promise<Result<{ verifiedDevices: VerifiedDevices | null; changed: boolean }, KeyReason>> {
  const set = await setOnKey(actor, key, "key.verified_devices_set", "verifiedDevices", verifiedDevices);
  return set.ok ? { ...set, verifiedDevices } : set;
}

/** Sets the accepted calls per minute, from the very next one on; `null`: the limit of the plan or the instance. */
export async function setKeyLimit(
  actor: Actor,
  key: string,
  callsPerMinute: number | null,
): Promise<Result<{ callsPerMinute: number | null; changed: boolean }, KeyReason>> {
  if (!isKeyLimit(callsPerMinute)) return refuse("limit_invalid");
  return changeKey(
    actor,
    () => "change keys",
    key,
    async (tx, organizationId) => {
      const before = (await findKeySettings(tx, key))?.callsPerMinute ?? null;
      if (actor.kind === "user" && !mayMemberSet(callsPerMinute, before, await givenLimit(tx, organizationId)))
        return refuse("limit_above_plan");
      const changed = before !== callsPerMinute;
      if (changed) await updateKeySettings(tx, key, { callsPerMinute });
      const audit = {
        action: "key.limit_set" as const,
        subject: key,
        before: { callsPerMinute: before },
        after: { callsPerMinute },
      };
      return { value: { callsPerMinute, changed }, audit: changed ? audit : null };
    },
  );
}

/** Sets the brake: the key is paused by the call after so many accepted ones in a clock hour (UTC). `null`: no brake. */
export async function setKeyBrake(
  actor: Actor,
  key: string,
  acceptedPerHour: number | null,
): Promise<Result<{ acceptedPerHour: number | null; changed: boolean }, KeyReason>> {
  if (!isKeyLimit(acceptedPerHour)) return refuse("limit_invalid");
  const set = await setOnKey(actor, key, "key.brake_set", "acceptedPerHour", acceptedPerHour);
  return set.ok ? { ...set, acceptedPerHour } : set;
}

/** The limit of the organization's keys without one of their own. */
export async function readGivenLimit(actor: Actor, organizationId: string) {
  return readOf(actor, "see the organization", organizationId, (db) => givenLimit(db, organizationId));
}

export function readLabel(given: string): string | null {
  return readLine(given, MAX_LABEL_LENGTH);
}

async function setOnKey<Name extends keyof KeySettings>(
  actor: Actor,
  key: string,
  action: Action,
  name: Name,
  value: KeySettings[Name],
): Promise<Result<{ changed: boolean }, KeyReason>> {
  return changeKey(
    actor,
    () => "change keys",
    key,
    async (tx) => {
      const before = (await findKeySettings(tx, key))?.[name];
      const changed = before !== value;
      if (changed) await updateKeySettings(tx, key, { [name]: value });
      const audit = { action, subject: key, before: { [name]: before }, after: { [name]: value } };
      return { value: { changed }, audit: changed ? audit : null };
    },
  );
}

async function givenLimit(db: Db, organizationId: string): Promise<number> {
  return (await findPlanLimit(db, organizationId)) ?? config().limits.keyPerMinute;
}
