import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { adminConfig } from "./config.ts";
import { faultOf, log } from "./log.ts";

/** `to`: one mailbox, as `readEmail` writes it. `text`: plain, lines ended by `\n`. */
export type Mail = { to: string; subject: string; text: string };

/** Left to itself, a connection waits for two minutes, and for ten between two answers. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 20_000, socketTimeout: 40_000 };

/** `false`: it could not be sent; the log knows why. For a mail that follows what is done already. */
export function tryToSendMail(mail: Mail): Promise<boolean> {
  return sendMail(mail).then(
    () => true,
    (fault) => {
      log.error({ event: "mail_failed", ...faultOf(fault) });
      return false;
    },
  );
}

/** Hands a mail to the SMTP server; without one, writes it as an `.eml` file into the mail folder. Throws if neither works. */
export async function sendMail({ to, subject, text }: Mail): Promise<void> {
  const { mail, mailFrom } = adminConfig();
  // An object, not a line to be parsed: exactly this mailbox, whatever it looks like.
  const message = { from: mailFrom, to: { name: "", address: to }, subject, text };
  if ("smtpUrl" in mail) return void (await createTransport({ url: mail.smtpUrl, ...PATIENCE }).sendMail(message));
  const written = await createTransport({ streamTransport: true, buffer: true }).sendMail(message);
  await mkdir(mail.directory, { recursive: true });
  const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomBytes(4).toString("hex")}.eml`;
  // Whoever looks into the folder meanwhile finds whole mails only.
  const unfinished = join(mail.directory, `.${name}`);
  await writeFile(unfinished, written.message as Buffer, { mode: 0o600 });
  await rename(unfinished, join(mail.directory, name));
}
