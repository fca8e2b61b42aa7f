import { randomInt } from "node:crypto";
import type { Transaction } from "#db/client.ts";
import { findKeyCreator } from "#db/queries/audit-event.ts";
import { clearAccepted } from "#db/queries/key-hour.ts";
import { findKey, insertPluginKey, listPluginKeys, selectKeysBeginning } from "#db/queries/plugin-key.ts";
import {
  endPluginKey,
  endPluginKeyNow,
  findEndingPredecessor,
  reactivatePluginKey,
  revokePluginKey,
  setLocked,
  setPaused,
} from "#db/queries/plugin-key-end.ts";
import { copySecrets, insertSecret } from "#db/queries/plugin-key-secret.ts";
import { refuse } from "#lib/base/result.ts";
import { isTyped } from "#lib/base/text.ts";
import { daysMs, HOUR_MS } from "#lib/base/time.rules.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import type { Actor, Operator } from "#lib/core/actor.ts";
import { type AuditRecord, changeKey, changeOrganization } from "#lib/core/change.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { listOf, readOf } from "#lib/core/read.ts";
import { secretDigest } from "#lib/crypto/digest.ts";
import { database } from "#lib/runtime/database.ts";
import { readLabel } from "./key-settings.ts";
import { isKeyBeginning, keySecretOf, pluginKeyOf } from "./plugin-key.rules.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH = 24;
const SECRET_LENGTH = 32;
const HINT_LENGTH = 4;
/** Counts revoked keys, too, which stay so that their calls keep a name. */
const MAX_KEYS = 200;

/** `isLocked`: of a live key: only calls with its secret start checks. */
type NewKey = { organizationId: string; mode: Mode; label: string; isLocked?: boolean };

/** Makes a plugin key: public, as it names an organization and opens nothing, but random, so that nobody guesses keys. */
export function newPluginKey(mode: Mode): string {
  return pluginKeyOf(mode, randomCharacters(LENGTH));
}

/** `secret` is shown once: `row` keeps its digest, and its last letters for members to recognize it. */
export function newKeySecret() {
  const secret = keySecretOf(randomCharacters(SECRET_LENGTH));
  return { secret, row: { id: uuidV7(), digest: secretDigest(secret), hint: secret.slice(-HINT_LENGTH) } };
}

function randomCharacters(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** Answers the secret of a key that is locked from the start, this one time. */
export async function createKey(actor: Actor, { organizationId, mode, label, isLocked = false }: NewKey) {
  const written = readLabel(label);
  if (written === null) return refuse("label_invalid");
  if (isLocked && mode === "test") return refuse("key_stays_open");
  const key = newPluginKey(mode);
  return changeOrganization(actor, "change keys", organizationId, async (tx) => {
    if (!(await hasRoomForKey(tx, organizationId))) return refuse("too_many_keys");
    await insertPluginKey(tx, { id: uuidV7(), organizationId, key, mode, label: written });
    const made = isLocked ? newKeySecret() : null;
    if (made) await insertSecret(tx, key, made.row);
    if (made) await setLocked(tx, key, true);
    const after = { mode, label: written, ...(made && { secret: made.row.hint }) };
    const value = { key, mode, ...(made && { secret: made.secret }) };
    return { value, audit: { action: "key.created", subject: key, after } };
  });
}

async function hasRoomForKey(tx: Transaction, organizationId: string): Promise<boolean> {
  return (await listPluginKeys(tx, organizationId)).length < MAX_KEYS;
}

/** Ending a live key ends the shop's checks, so it needs a stronger permission. */
export function permissionToEnd(mode: Mode): "rotate, lock or revoke live keys" | "change keys" {
  return mode === "live" ? "rotate, lock or revoke live keys" : "change keys";
}

/** Revokes a key; a member must type the key or its label. `keepsOld`: the key that this one replaces goes on. */
export async function revokeKey(actor: Actor, key: string, typedName?: string, keepsOld = false) {
  return changeKey(actor, permissionToEnd, key, async (tx) => {
    if (actor.kind === "user" && !(await isNamed(tx, key, typedName))) return refuse("name_differs");
    const changed = await revokePluginKey(tx, key);
    const old = keepsOld && changed ? await findEndingPredecessor(tx, key) : null;
    if (old !== null) await reactivatePluginKey(tx, old);
    const after = old === null ? undefined : { continues: old };
    return { value: { changed }, audit: changed ? { action: "key.revoked", subject: key, after } : null };
  });
}

/** Ends the old key of a rotation before its time. `changed` is false for a key without an end, or one that has ended. */
export async function endKeyNow(actor: Actor, key: string) {
  return changeKey(actor, permissionToEnd, key, async (tx) => {
    const changed = await endPluginKeyNow(tx, key);
    return { value: { changed }, audit: changed ? { action: "key.ended", subject: key } : null };
  });
}

export async function listKeys(actor: Actor, organizationId: string) {
  return listOf(actor, "see the organization", organizationId, (db) => listPluginKeys(db, organizationId));
}

/** Lists the keys of all organizations that begin so. What has too few letters to name one finds none. */
export async function listKeysBeginning(_actor: Operator, beginning: string) {
  return isKeyBeginning(beginning) ? selectKeysBeginning(database(), beginning) : [];
}

/** Reads the name of who made a key, as the audit log has it; `null`: not known. */
export async function readKeyCreator(actor: Actor, organizationId: string, key: string) {
  return readOf(actor, "see the organization", organizationId, (db) => findKeyCreator(db, organizationId, key));
}

async function isNamed(tx: Transaction, key: string, typed = ""): Promise<boolean> {
  const label = (await findKey(tx, key))?.label;
  return isTyped(typed, key) || isTyped(typed, label ?? "");
}

/** Pauses or resumes a key from the very next call on. Visitors who have claimed a link may finish. */
export async function pauseKey(actor: Actor, key: string, isPaused: boolean) {
  return changeKey(actor, "change keys", key, async (tx) => {
    const changed = await setPaused(tx, key, isPaused);
    // A resumed key has its whole brake again, also within the same hour.
    if (changed && !isPaused) await clearAccepted(tx, key);
    const action = isPaused ? "key.paused" : "key.resumed";
    return { value: { changed }, audit: changed ? { action, subject: key } : null };
  });
}

export const GRACES = { now: 0, "1h": HOUR_MS, "24h": daysMs(1), "7d": daysMs(7), "30d": daysMs(30) } as const;

export type Grace = keyof typeof GRACES;

export const DEFAULT_GRACE: Grace = "7d";

/** Makes a new key with the old one's mode, settings and secrets. The old key ends after the grace; until then `reactivateKey` can undo that. */
export async function rotateKey(actor: Actor, old: string, grace: Grace) {
  return changeKey(actor, permissionToEnd, old, async (tx, organizationId) => {
    if (!(await hasRoomForKey(tx, organizationId))) return refuse("too_many_keys");
    const ended = await endPluginKey(tx, old, GRACES[grace]);
    if (ended === null) return refuse("key_ended");
    const { mode, endsAt, ...settings } = ended;
    const key = newPluginKey(mode);
    // `settings` names the old key as the one that the new one replaces.
    await insertPluginKey(tx, { id: uuidV7(), organizationId, key, mode, ...settings });
    await copySecrets(tx, old, key);
    const facts = { before: { endsAt: null }, after: { endsAt, key } };
    const audit: AuditRecord = { action: "key.rotated", subject: old, ...facts };
    return { value: { key, old, oldEndsAt: endsAt }, audit };
  });
}

/** Undoes the end of a rotated key while it still works. The new key stays until it is revoked. */
export async function reactivateKey(actor: Actor, key: string) {
  return changeKey(actor, "change keys", key, async (tx) => {
    const changed = await reactivatePluginKey(tx, key);
    return { value: { changed }, audit: changed ? { action: "key.reactivated", subject: key } : null };
  });
}
