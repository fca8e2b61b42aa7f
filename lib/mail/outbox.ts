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
 * job sends them within a minute. Answers their ids, for `sendNow`. What opens something is stored encrypted with its
 * subject, and neither sent nor kept when it opens nothing any more.
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
        // The subject of such an e-mail may have a code.
        subject: opensUntil ? letter.action : subject,
        body: opensUntil ? await encryptClaims(PURPOSE, { subject, body }, opensUntil) : body,
        expiresAt: opensUntil ?? null,
      };
    }),
  );
  await insertMails(db, mails);
  return mails.map(({ id }) => id);
}

/** The words of an e-mail that was posted; `null`: it opens nothing any more. An earlier version encrypted no subject. */
export async function wordsOfMail({
  subject,
  body,
  expiresAt,
}: NewMail): Promise<{ subject: string; text: string } | null> {
  if (expiresAt === null) return { subject, text: body };
  const opened = await decryptClaims(PURPOSE, body);
  if (typeof opened?.body !== "string") return null;
  return { subject: typeof opened.subject === "string" ? opened.subject : subject, text: opened.body };
}
