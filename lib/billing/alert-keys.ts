import { insertKeyAlert, type KeyRateRow, listKeyRates } from "#db/queries/key-alert.ts";
import { database } from "#lib/core/database.ts";
import { postMail } from "#lib/core/outbox.ts";
import { isFarBeyond, MIN_ALERT_MINOR } from "./alert.rules.ts";
import { count } from "./money.rules.ts";
import { billingRecipients } from "./recipients.ts";

/** Every few minutes: tells when a key is billed far beyond its own history. It is public, and anybody may run up its bill. */
export async function alertKeys(): Promise<void> {
  for (const row of await listKeyRates(database(), MIN_ALERT_MINOR)) if (isFarBeyond(row)) await tell(row);
}

async function tell(row: KeyRateRow): Promise<void> {
  const { organizationId, pluginKeyId, day, key, label, lastHour, busiest } = row;
  await database().transaction(async (tx) => {
    if (!(await insertKeyAlert(tx, row))) return;
    const name = label || `${key.slice(0, 12)}…`;
    const subject = `The key "${name}" is used far more than usual`;
    const body = `${count(lastHour)} checks were billed to it in the last hour. In the two weeks before, its busiest hour had ${count(busiest)}.\n\nIf this is not your shop, pause the key: choose it on the Keys page of your dashboard. Its calls are refused at once, and you can let it go on later.\n`;
    const recipients = await billingRecipients(tx, organizationId);
    await postMail(
      tx,
      recipients.map((recipient) => ({ about: `key ${pluginKeyId} ${day}`, recipient, subject, body })),
    );
  });
}
