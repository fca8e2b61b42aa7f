import type { KeyRow } from "#db/queries/admission-key.ts";
import { countAccepted, pauseBraked } from "#db/queries/key-hour.ts";
import type { LockedTransaction } from "#db/queries/organization-lock.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { MATRIX } from "#lib/core/permission.rules.ts";
import { isBraked, shortKey } from "#lib/keys/plugin-key.rules.ts";
import type { Letter } from "#lib/mail/letter.rules.ts";
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
  const calls = acceptedPerHour?.toLocaleString("en-GB");
  const letter: Letter = {
    organization: paused.organization,
    subject: `the key “${name}” is paused`,
    fact: `The key “${name}” passed its limit of ${calls} calls per hour and is paused.`,
    action: "Resume the key",
    page: `/dashboard/keys/${text}`,
    more: "Its calls are refused until you resume it. Only calls with its secret count. You can change the limit on the same page.",
  };
  const about = `brake ${id} ${now.toISOString()}`;
  await postMail(
    tx,
    paused.emails.map((recipient) => ({ about, recipient, letter })),
  );
}
