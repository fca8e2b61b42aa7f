import type { Transaction } from "#db/client.ts";
import { listRecipients } from "#db/queries/mail-outbox.ts";
import { findOrganization } from "#db/queries/organization.ts";
import { MATRIX } from "#lib/core/permission.rules.ts";
import type { Letter } from "#lib/mail/letter.rules.ts";
import { postMail } from "#lib/mail/outbox.ts";

/** `about`: names the fact. One member gets one e-mail about one fact. */
type BillingEmail = { about: string } & Omit<Letter, "organization">;

/** Puts an e-mail into the outbox for every member who may see billing, in the commit of the fact it reports. */
export async function emailBilling(
  tx: Transaction,
  organizationId: string,
  { about, ...email }: BillingEmail,
): Promise<void> {
  const recipients = await listRecipients(tx, organizationId, MATRIX["see billing"]);
  const letter = { organization: await findOrganization(tx, organizationId), ...email };
  await postMail(
    tx,
    recipients.map((recipient) => ({ about, recipient, letter })),
  );
}
