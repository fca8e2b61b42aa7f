import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { adminConfig } from "./config.ts";
import { faultOf, log } from "./log.ts";
import type { MailServer } from "./mail-server.rules.ts";

/** `to`: one mailbox, as `readEmail` writes it. `text`: plain, lines ended by `\n`. */
export type Mail = { to: string; subject: string; text: string };

/**
 * The defaults of nodemailer are two minutes for a connection and ten between two answers. `brief`: where a member may wait.
 * `patient`: for the job, which is in no hurry.
 */
const TIMEOUTS_MS = {
  brief: { connectionTimeout: 5_000, greetingTimeout: 8_000, socketTimeout: 8_000 },
  patient: { connectionTimeout: 10_000, greetingTimeout: 20_000, socketTimeout: 40_000 },
};
export type Patience = keyof typeof TIMEOUTS_MS;

/** Answers `false` where `sendMail` throws, and logs why. For an e-mail about something that is committed already. */
export function tryToSendMail(mail: Mail, patience: Patience = "brief"): Promise<boolean> {
  return sendMail(mail, patience).then(
    () => true,
    (fault) => {
      log.error({ event: "mail_failed", ...faultOf(fault) });
      return false;
    },
  );
}

/** Hands an e-mail to the SMTP server. Without `SMTP_URL` it writes an `.eml` file into `MAIL_DIR`. Throws if that fails. */
export async function sendMail({ to, subject, text }: Mail, patience: Patience = "brief"): Promise<void> {
  const { mail, mailFrom } = adminConfig();
  // An object, because nodemailer would parse a string and could find two mailboxes in it.
  const message = { from: mailFrom, to: { name: "", address: to }, subject, text };
  if ("server" in mail) {
    const transport = await transportTo(mail.server, TIMEOUTS_MS[patience]);
    await transport.sendMail(message).catch(throwCause);
    return;
  }
  const { createTransport } = await import("nodemailer");
  const written = await createTransport({ streamTransport: true, buffer: true }).sendMail(message);
  await mkdir(mail.directory, { recursive: true });
  const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomBytes(4).toString("hex")}.eml`;
  // A rename is atomic, so that a reader of the folder never finds half an e-mail.
  const unfinished = join(mail.directory, `.${name}`);
  try {
    await writeFile(unfinished, written.message as Buffer, { mode: 0o600 });
    await rename(unfinished, join(mail.directory, name));
  } catch (fault) {
    await rm(unfinished, { force: true });
    throw fault;
  }
}

/** What speaks to a mail server. It takes 30 MB of a process, and most processes send none. */
export async function transportTo(server: MailServer, timeouts: (typeof TIMEOUTS_MS)[Patience]) {
  const { createTransport } = await import("nodemailer");
  return createTransport({ ...server, ...timeouts });
}

/** nodemailer calls most faults of a connection ESOCKET, and keeps the system's own code, or that of TLS, beside. */
export function throwCause(fault: NodeJS.ErrnoException & { originalCode?: string }): never {
  throw Object.assign(fault, { code: fault.originalCode ?? fault.code });
}
