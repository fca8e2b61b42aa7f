import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Transaction } from "#db/client.ts";
import { findWaitingMail, markMailSent, type NewMail, takeMail } from "#db/queries/mail-outbox.ts";
import { LOCK_NOT_AVAILABLE } from "#lib/base/sqlstate.rules.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import type { MailServer } from "#lib/runtime/mail-server.rules.ts";
import { type Letter, withBaseUrl, writeLetter } from "./letter.rules.ts";
import { htmlOf } from "./letter-html.rules.ts";
import { wordsOfMail } from "./outbox.ts";

/** `to`: one mailbox, as `readEmail` writes it. `text`: as `writeLetter` writes it. */
type Mail = { to: string; subject: string; text: string };

/**
 * The defaults of nodemailer are two minutes for a connection and ten between two answers. `brief`: where a member may wait.
 * `patient`: for the job, which is in no hurry.
 */
const TIMEOUTS_MS = {
  brief: { connectionTimeout: 5_000, greetingTimeout: 8_000, socketTimeout: 8_000 },
  patient: { connectionTimeout: 10_000, greetingTimeout: 20_000, socketTimeout: 40_000 },
};
type Patience = keyof typeof TIMEOUTS_MS;

/** Answers `false` where `sendMail` throws, and logs why. For an e-mail about something that is committed already. */
export function tryToSendMail(to: string, letter: Letter): Promise<boolean> {
  return tryToDeliver({ to, ...writeLetter(letter) }, "brief");
}

/** Hands an e-mail to the SMTP server. Without `SMTP_URL` it writes an `.eml` file into `MAIL_DIR`. Throws if that fails. */
export function sendMail(to: string, letter: Letter): Promise<void> {
  return deliver({ to, ...writeLetter(letter) }, "brief");
}

function tryToDeliver(mail: Mail, patience: Patience): Promise<boolean> {
  return deliver(mail, patience).then(
    () => true,
    (fault) => {
      log.error({ event: "mail_failed", ...faultOf(fault) });
      return false;
    },
  );
}

async function deliver({ to, subject, text: written }: Mail, patience: Patience): Promise<void> {
  const { mail, mailFrom, baseUrl } = config();
  const text = withBaseUrl(written, baseUrl);
  const html = htmlOf(subject, text);
  // An object, because nodemailer would parse a string and could find two mailboxes in it.
  const message = { from: mailFrom, to: { name: "", address: to }, subject, text, ...(html && { html }) };
  if ("server" in mail) {
    const transport = await transportTo(mail.server, TIMEOUTS_MS[patience]);
    await transport.sendMail(message).catch(throwCause);
    return;
  }
  const { createTransport } = await import("nodemailer");
  const made = await createTransport({ streamTransport: true, buffer: true }).sendMail(message);
  await mkdir(mail.directory, { recursive: true });
  const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomBytes(4).toString("hex")}.eml`;
  // A rename is atomic, so that a reader of the folder never finds half an e-mail.
  const unfinished = join(mail.directory, `.${name}`);
  try {
    await writeFile(unfinished, made.message as Buffer, { mode: 0o600 });
    await rename(unfinished, join(mail.directory, name));
  } catch (fault) {
    await rm(unfinished, { force: true });
    throw fault;
  }
}

/** Makes what speaks to a mail server. It takes 30 MB of a process, and most processes send none. */
export async function transportTo(server: MailServer, timeouts: (typeof TIMEOUTS_MS)[Patience]) {
  const { createTransport } = await import("nodemailer");
  return createTransport({ ...server, ...timeouts });
}

/** nodemailer calls most faults of a connection ESOCKET, and keeps the system's own code, or that of TLS, beside. */
export function throwCause(fault: NodeJS.ErrnoException & { originalCode?: string }): never {
  throw Object.assign(fault, { code: fault.originalCode ?? fault.code });
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
  const words = await wordsOfMail(mail);
  const isSent = words === null || (await tryToDeliver({ to: mail.recipient, ...words }, patience));
  if (isSent) await markMailSent(tx, mail.id);
  return isSent;
}
