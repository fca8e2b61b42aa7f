import type { Transaction } from "#db/client.ts";
import { listRecipients } from "#db/queries/mail-outbox.ts";
import { MATRIX } from "#lib/core/permission.rules.ts";
import { postMail } from "#lib/mail/outbox.ts";

/** `about`: names the fact. One member gets one e-mail about one fact. */
type BillingEmail = { about: string; subject: string; body: string };

/** Puts an e-mail into the outbox for every member who may see billing, in the commit of the fact it reports. */
export async function emailBilling(tx: Transaction, organizationId: string, email: BillingEmail): Promise<void> {
  const recipients = await listRecipients(tx, organizationId, MATRIX["see billing"]);
  await postMail(
    tx,
    recipients.map((recipient) => ({ recipient, ...email })),
  );
}
