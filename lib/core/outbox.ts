import { v7 } from "uuid";
import type { Db } from "#db/client.ts";
import { insertMails, markMailSent, type NewMail, takeMail } from "#db/queries/mail-outbox.ts";
import { database } from "./database.ts";
import { tryToSendMail } from "./mail.ts";

/** `about`: names the fact; one person hears of one fact once. */
type Letter = { about: string; recipient: string; subject: string; body: string };

/** Written down with the fact that it tells, so that neither comes without the other. */
export async function postMail(db: Db, letters: Letter[]): Promise<void> {
  const mails = letters.map(
    ({ about, ...letter }): NewMail => ({ id: v7(), key: `${about} ${letter.recipient}`, ...letter }),
  );
  await insertMails(db, mails);
}

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/**
 * Every minute: sends what waits, one after the other. A server that does not take one is asked again in a minute, for
 * three days, and the others go on meanwhile. Killed between sending and noting it, it sends that one twice: the alternative is to lose it.
 */
export async function sendWaitingMail(): Promise<void> {
  for (let last: string | null = BEFORE_ALL; last !== null; ) last = await sendNext(last);
}

/** The id of the one that it tried to send; `null`: none waits after the last. */
async function sendNext(last: string): Promise<string | null> {
  return database().transaction(async (tx) => {
    const mail = await takeMail(tx, last);
    if (mail === null) return null;
    const { id, recipient: to, subject, body: text } = mail;
    if (await tryToSendMail({ to, subject, text })) await markMailSent(tx, id);
    return id;
  });
}
