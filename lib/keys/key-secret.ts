import { v7 } from "uuid";
import { organizationOfKey } from "#db/queries/plugin-key.ts";
import {
  deleteSecret,
  deleteSecrets,
  insertSecret,
  listSecrets,
  type SecretRow,
} from "#db/queries/plugin-key-secret.ts";
import type { Actor } from "#lib/core/actor.ts";
import { changeKey, isUuid, type Listed, listOf } from "#lib/core/change.ts";
import { database } from "#lib/core/database.ts";
import { secretDigest } from "#lib/core/digest.ts";
import { type Result, refuse } from "#lib/core/result.ts";
import type { KeyReason } from "#lib/keys/reasons.ts";
import { keySecretOf, modeOfKey } from "./plugin-key.rules.ts";
import { permissionToEnd, randomCharacters } from "./plugin-key.ts";

const LENGTH = 32;
const HINT_LENGTH = 4;

/**
 * Makes a secret of a live key, which is answered this once. The first locks the key: from the very next call on it starts
 * checks only for callers that send a secret of its own. A second one may live beside it, so that a shop can change over.
 */
export async function addKeySecret(
  actor: Actor,
  key: string,
): Promise<Result<{ id: string; secret: string; isFirst: boolean }, KeyReason>> {
  return changeKey(actor, permissionToEnd, key, async (tx) => {
    if (modeOfKey(key) === "test") return refuse("key_stays_open");
    const isFirst = (await listSecrets(tx, key)).length === 0;
    const [id, secret] = [v7(), keySecretOf(randomCharacters(LENGTH))];
    const hint = secret.slice(-HINT_LENGTH);
    if (!(await insertSecret(tx, key, { id, digest: secretDigest(secret), hint }))) return refuse("too_many_secrets");
    const action = isFirst ? "key.locked" : "key.secret_added";
    return { value: { id, secret, isFirst }, audit: { action, subject: key, after: { secret: hint } } };
  });
}

/** From the very next call on. Not the last one: that would leave a key that nobody can use. */
export async function revokeKeySecret(
  actor: Actor,
  key: string,
  id: string,
): Promise<Result<{ hint: string }, KeyReason>> {
  return changeKey(actor, permissionToEnd, key, async (tx) => {
    const secrets = await listSecrets(tx, key);
    if (!isUuid(id) || !secrets.some((one) => one.id === id)) return refuse("secret_unknown");
    if (secrets.length === 1) return refuse("last_secret");
    const hint = (await deleteSecret(tx, key, id)) ?? "";
    return { value: { hint }, audit: { action: "key.secret_revoked", subject: key, before: { secret: hint } } };
  });
}

/** Takes every secret away: the public key alone starts checks again. `changed` is false for a key that was not locked. */
export async function unlockKey(actor: Actor, key: string): Promise<Result<{ changed: boolean }, KeyReason>> {
  return changeKey(actor, permissionToEnd, key, async (tx) => {
    const changed = await deleteSecrets(tx, key);
    return { value: { changed }, audit: changed ? { action: "key.unlocked", subject: key } : null };
  });
}

/** Which secrets a key has: what tells them apart, never what they are. */
export async function listKeySecrets(actor: Actor, key: string): Promise<Listed<SecretRow>> {
  const found = await organizationOfKey(database(), key);
  if (found === null) return refuse("key_unknown");
  return listOf(actor, "see the organization", found.organizationId, (db) => listSecrets(db, key));
}
