import type { Db } from "#db/client.ts";
import { insertMails, type NewMail } from "#db/queries/mail-outbox.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { decryptClaims, encryptClaims } from "#lib/crypto/encrypted-claims.ts";
import { type Letter, writeLetter } from "./letter.rules.ts";

/**
 * `about`: the fact that the e-mail reports. Each recipient gets one e-mail about a fact, however often it is posted. `opensUntil`:
 * where its link opens something, such as a link to sign in, and until when.
 */
type NewEmail = { about: string; recipient: string; letter: Letter; opensUntil?: Date };

const PURPOSE = "mail";

/**
 * Writes e-mails to the outbox, in the transaction of the fact that they report, so that both are committed or neither. The
 * job sends them within a minute. Answers their ids, for `sendNow`. A text that opens something is stored encrypted, and neither
 * sent nor kept when it opens nothing any more.
 *
 * The invitation alone does not come here: it is sent directly, once, with `tryToSendMail`.
 */
export async function postMail(db: Db, emails: NewEmail[]): Promise<string[]> {
  const mails = await Promise.all(
    emails.map(async ({ about, recipient, letter, opensUntil }): Promise<NewMail> => {
      const { subject, text: body } = writeLetter(letter);
      return {
        id: uuidV7(),
        key: `${about} ${recipient}`,
        recipient,
        subject,
        body: opensUntil ? await encryptClaims(PURPOSE, { body }, opensUntil) : body,
        expiresAt: opensUntil ?? null,
      };
    }),
  );
  await insertMails(db, mails);
  return mails.map(({ id }) => id);
}

/** The text of an e-mail that was posted; `null`: it opens nothing any more. */
export async function textOfMail({ body, expiresAt }: NewMail): Promise<string | null> {
  const text = expiresAt === null ? body : (await decryptClaims(PURPOSE, body))?.body;
  return typeof text === "string" ? text : null;
}
