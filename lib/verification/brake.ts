import type { KeyRow } from "#db/queries/admission-key.ts";
import { countAccepted, pauseBraked } from "#db/queries/key-hour.ts";
import type { LockedTransaction } from "#db/queries/organization-lock.ts";
import { STANDARD_LOCALE } from "#lib/base/locale.rules.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { MATRIX } from "#lib/core/permission.rules.ts";
import { isBraked, shortKey } from "#lib/keys/plugin-key.rules.ts";
import { postMail } from "#lib/mail/outbox.ts";

export type Brakes = ReturnType<typeof brakesOf>;

/**
 * The brakes of one batch, which holds the locks of its organizations: an hour accepts exactly as many calls with a secret as the
 * brake of a key allows, and the next one pauses the key. No call without a secret counts: any stranger could pause the shop.
 */
export function brakesOf() {
  const accepted = new Map<KeyRow, number>();
  const passed = new Set<KeyRow>();
  return {
    /** Is a call that all rules accept one too many? Later calls of the batch then find the key paused. */
    stops(key: KeyRow, now: Date): boolean {
      if (!isBraked(key)) return false;
      key.pausedAt = now;
      passed.add(key);
      return true;
    },
    counts(key: KeyRow): void {
      if (key.acceptedPerHour === null) return;
      key.acceptedThisHour += 1;
      accepted.set(key, (accepted.get(key) ?? 0) + 1);
    },
    /** Writes both, in the transaction that accepts the calls. */
    async write(tx: LockedTransaction, now: Date): Promise<void> {
      const counts = [...accepted].map(([{ id }, accepted]) => ({ pluginKeyId: id, accepted }));
      if (counts.length > 0) await countAccepted(tx, counts, now);
      for (const key of passed) await pause(tx, key, now);
    },
  };
}

/** Pauses the key as a member could, and mails everyone who may resume it. */
async function pause(tx: LockedTransaction, { id, text, acceptedPerHour }: KeyRow, now: Date): Promise<void> {
  const after = { acceptedPerHour };
  const paused = await pauseBraked(tx, { pluginKeyId: id, entryId: uuidV7(), after }, MATRIX["change keys"]);
  if (paused === null) return;
  const name = paused.label || shortKey(text);
  const calls = acceptedPerHour?.toLocaleString(STANDARD_LOCALE);
  const subject = `The key “${name}” is paused: it reached its brake`;
  const body = `The brake of the key “${name}” is ${calls} accepted calls an hour that carry its secret. One more came, so the key is paused and its calls are refused.\n\nYou can resume the key and change its brake on the Keys page of your dashboard.\n`;
  const about = `brake ${id} ${now.toISOString()}`;
  await postMail(
    tx,
    paused.emails.map((recipient) => ({ about, recipient, subject, body })),
  );
}
