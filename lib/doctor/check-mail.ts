import { isLoopback } from "#lib/base/host.rules.ts";
import { throwCause, transportTo } from "#lib/mail/mail.ts";
import type { MailServer } from "#lib/runtime/mail-server.rules.ts";
import type { AdminConfig } from "#lib/runtime/read-config.ts";
import { certificateAdvice } from "./certificate-advice.ts";
import { type Found, ok, warn, wrong } from "./finding.ts";

const TIMEOUTS_MS = { connectionTimeout: 2_000, greetingTimeout: 2_000, socketTimeout: 2_000, dnsTimeout: 2_000 };

/** Connects, asks for TLS and signs in, by what sends our e-mail, and sends none. */
export async function checkMail({ mail }: Pick<AdminConfig, "mail">): Promise<Found[]> {
  if (!("server" in mail))
    return [warn(`Nobody gets our e-mail: it is written to ${mail.directory}`, "Set SMTP_URL and MAIL_FROM.")];
  const { host, port, ignoreTLS } = mail.server;
  const at = port === undefined ? host : `${host}:${port}`;
  const code = await codeOfFault(mail.server);
  if (code === null && ignoreTLS && !isLoopback(host))
    return [
      warn(`${at} lets us send, and without TLS`, "Use a mail server with STARTTLS: others can read these e-mails."),
    ];
  if (code === null) return [ok(`${at} lets us send`)];
  return [
    wrong(
      `${at} does not let us send (${code})`,
      certificateAdvice(code) ?? ADVICE[code] ?? "Read the log of the mail server.",
    ),
  ];
}

/** Gives the system's code, or nodemailer's; `null`: it would have taken an e-mail. */
async function codeOfFault(server: MailServer): Promise<string | null> {
  const transport = await transportTo(server, TIMEOUTS_MS);
  return transport
    .verify()
    .catch(throwCause)
    .then(
      () => null,
      ({ code = "UNKNOWN" }: NodeJS.ErrnoException) => code,
    )
    .finally(() => transport.close());
}

const UNREACHABLE = "Nothing answers at the host and port of SMTP_URL. Does a firewall let us out?";
const ADVICE: Record<string, string> = {
  EAUTH: "The user or the password in SMTP_URL is wrong. Special characters are written as %…: @ is %40.",
  ENOAUTH: "The mail server wants a user and a password in SMTP_URL.",
  EDNS: "The host in SMTP_URL has no address.",
  ENOTFOUND: "The host in SMTP_URL has no address.",
  ETLS: "The mail server offers no STARTTLS, without which we send nothing. Is it another port, or smtps://? On a network that is yours alone, end SMTP_URL with ?tls=none.",
  ESOCKET: "The connection broke. Does the mail server run, and is smtps:// right for this port?",
  ECONNECTION: UNREACHABLE,
  ECONNREFUSED: UNREACHABLE,
  ETIMEDOUT:
    "Somebody takes the connection and says nothing, or nothing answers. Is it the right port, and does a firewall let us out?",
};
