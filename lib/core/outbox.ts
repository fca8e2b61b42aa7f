import { v7 } from "uuid";
import type { Db, Transaction } from "#db/client.ts";
import { findWaitingMail, insertMails, markMailSent, type NewMail, takeMail } from "#db/queries/mail-outbox.ts";
import { LOCK_NOT_AVAILABLE } from "#lib/base/sqlstate.rules.ts";
import { database } from "./database.ts";
import { decryptClaims, encryptClaims } from "./encrypted-claims.ts";
import { faultOf } from "./log.ts";
import { type Patience, tryToSendMail } from "./mail.ts";

/**
 * `about`: the fact that the e-mail reports. Each recipient gets one e-mail about a fact, however often it is posted. `opensUntil`:
 * where its text opens something, such as a link to sign in, and until when.
 */
type NewEmail = { about: string; recipient: string; subject: string; body: string; opensUntil?: Date };

const PURPOSE = "mail";

/**
 * Writes e-mails to the outbox, in the transaction of the fact that they report, so that both are committed or neither. The
 * job sends them within a minute. Answers their ids, for `sendNow`. A text that opens something is stored encrypted, and neither
 * sent nor kept when it opens nothing any more.
 *
 * The invitation alone does not come here: the operator's command sends it too, and that has no keys. It is sent directly, once,
 * with `sendMail`.
 */
export async function postMail(db: Db, emails: NewEmail[]): Promise<string[]> {
  const mails = await Promise.all(
    emails.map(
      async ({ about, recipient, subject, body, opensUntil }): Promise<NewMail> => ({
        id: v7(),
        key: `${about} ${recipient}`,
        recipient,
        subject,
        body: opensUntil ? await encryptClaims(PURPOSE, { body }, opensUntil) : body,
        expiresAt: opensUntil ?? null,
      }),
    ),
  );
  await insertMails(db, mails);
  return mails.map(({ id }) => id);
}

/**
 * After the commit: sends one e-mail without waiting for the job. `false`: it could not be sent yet, and the job tries again, or is
 * about to send it to a server that takes its time.
 */
export async function sendNow(id: string): Promise<boolean> {
  const sending = database().transaction(async (tx) => {
    const mail = await findWaitingMail(tx, id);
    return mail === null || send(tx, mail, "brief");
  });
  return sending.catch((fault: unknown) => {
    if (faultOf(fault).code !== LOCK_NOT_AVAILABLE) throw fault;
    return false;
  });
}

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/**
 * Every minute: sends the e-mails that wait, one after the other. The job offers a refused e-mail to the server again every
 * minute for three days. A process that is killed after the server took an e-mail and before the commit sends it twice; the
 * alternative is to lose it.
 */
export async function sendWaitingMail(): Promise<void> {
  for (let last: string | null = BEFORE_ALL; last !== null; ) last = await sendNext(last);
}

/** The id of the e-mail that it tried to send; `null`: none waits after `last`. */
async function sendNext(last: string): Promise<string | null> {
  return database().transaction(async (tx) => {
    const mail = await takeMail(tx, last);
    if (mail === null) return null;
    await send(tx, mail, "patient");
    return mail.id;
  });
}

async function send(tx: Transaction, mail: NewMail, patience: Patience): Promise<boolean> {
  const { id, recipient: to, subject, body, expiresAt } = mail;
  const text = expiresAt === null ? body : (await decryptClaims(PURPOSE, body))?.body;
  // It has expired just now, or its key is gone: it opens nothing.
  const isSent = typeof text !== "string" || (await tryToSendMail({ to, subject, text }, patience));
  if (isSent) await markMailSent(tx, id);
  return isSent;
}
