import { findKey } from "#db/queries/plugin-key.ts";
import { setLocked } from "#db/queries/plugin-key-end.ts";
import { deleteSecret, deleteSecrets, insertSecret, listSecrets } from "#db/queries/plugin-key-secret.ts";
import { refuse } from "#lib/base/result.ts";
import { isUuid } from "#lib/base/text.ts";
import type { Actor } from "#lib/core/actor.ts";
import { changeKey } from "#lib/core/change.ts";
import { modeOfKey } from "#lib/core/provider.rules.ts";
import { listOf } from "#lib/core/read.ts";
import { database } from "#lib/runtime/database.ts";
import { newKeySecret, permissionToEnd } from "./plugin-key.ts";

/** Makes one of two secrets and shows it once. It locks nothing yet, so that a shop can put it in place first. */
export async function addKeySecret(actor: Actor, key: string) {
  return changeKey(actor, permissionToEnd, key, async (tx) => {
    if (modeOfKey(key) === "test") return refuse("key_stays_open");
    if ((await findKey(tx, key))?.isOver) return refuse("key_ended");
    const { secret, row } = newKeySecret();
    if (!(await insertSecret(tx, key, row))) return refuse("too_many_secrets");
    const audit = { action: "key.secret_added" as const, subject: key, after: { secret: row.hint } };
    return { value: { id: row.id, secret }, audit };
  });
}

/** Lets only calls with a secret start checks, from the very next one on. `changed`: false if it was locked. */
export async function lockKey(actor: Actor, key: string) {
  return changeKey(actor, permissionToEnd, key, async (tx) => {
    if ((await findKey(tx, key))?.isOver) return refuse("key_ended");
    if ((await listSecrets(tx, key)).length === 0) return refuse("secret_missing");
    const changed = await setLocked(tx, key, true);
    return { value: { changed }, audit: changed ? { action: "key.locked", subject: key } : null };
  });
}

/** Takes effect on the very next call. The last secret of a locked key cannot be revoked, because nobody could use the key any more. */
export async function revokeKeySecret(actor: Actor, key: string, id: string) {
  return changeKey(actor, permissionToEnd, key, async (tx) => {
    const secrets = await listSecrets(tx, key);
    if (!isUuid(id) || !secrets.some((one) => one.id === id)) return refuse("secret_unknown");
    if (secrets.length === 1 && (await findKey(tx, key))?.isLocked) return refuse("last_secret");
    const hint = (await deleteSecret(tx, key, id)) ?? "";
    return { value: { hint }, audit: { action: "key.secret_revoked", subject: key, before: { secret: hint } } };
  });
}

/** Deletes every secret, so that the public key alone starts checks again. `changed` is false for a key that was not locked. */
export async function unlockKey(actor: Actor, key: string) {
  return changeKey(actor, permissionToEnd, key, async (tx) => {
    const changed = await setLocked(tx, key, false);
    if (changed) await deleteSecrets(tx, key);
    return { value: { changed }, audit: changed ? { action: "key.unlocked", subject: key } : null };
  });
}

/** Lists the secrets of a key: id, last four characters and time, never the secret itself. */
export async function listKeySecrets(actor: Actor, key: string) {
  const found = await findKey(database(), key);
  if (found === null) return refuse("key_unknown");
  return listOf(actor, "see the organization", found.organizationId, (db) => listSecrets(db, key));
}
