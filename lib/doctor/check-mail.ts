import { getSystemErrorName } from "node:util";
import { createTransport } from "nodemailer";
import type { AdminConfig } from "#lib/core/config.ts";
import { isLoopback } from "#lib/core/host.rules.ts";
import { type Found, ok, warn, wrong } from "./finding.ts";

const TIMEOUTS_MS = { connectionTimeout: 2_000, greetingTimeout: 2_000, socketTimeout: 2_000, dnsTimeout: 2_000 };

/** Connects, asks for TLS and signs in, as for an e-mail, and sends none. */
export async function checkMail({ mail }: Pick<AdminConfig, "mail">): Promise<Found[]> {
  if (!("smtpUrl" in mail))
    return [warn(`Nobody gets our e-mail: it is written to ${mail.directory}`, "Set SMTP_URL and MAIL_FROM.")];
  const { hostname, port, protocol } = new URL(mail.smtpUrl);
  const at = port === "" ? hostname : `${hostname}:${port}`;
  const plain = protocol === "smtp:" && isLoopback(hostname);
  const fault = await faultAt(mail.smtpUrl, !plain && protocol === "smtp:");
  if (fault === null) return [ok(`${at} lets us send`)];
  if (fault === "ETLS" && (await faultAt(mail.smtpUrl, false)) === null)
    return [
      warn(
        `${at} lets us send, and only without TLS`,
        "Use a mail server with STARTTLS, or smtps://: others can read these e-mails.",
      ),
    ];
  return [wrong(`${at} does not let us send (${fault})`, ADVICE[fault] ?? "Read the log of the mail server.")];
}

/** nodemailer's code, or Node's; `null`: it would have taken an e-mail. */
async function faultAt(url: string, requireTLS: boolean): Promise<string | null> {
  const transport = createTransport({ url, ...TIMEOUTS_MS, requireTLS });
  return transport
    .verify()
    .then(
      () => null,
      (fault: NodeJS.ErrnoException) =>
        fault.syscall === "connect" && fault.errno ? getSystemErrorName(fault.errno) : (fault.code ?? "UNKNOWN"),
    )
    .finally(() => transport.close());
}

const UNREACHABLE = "Nothing answers at the host and port of SMTP_URL. Does a firewall let us out?";
const ADVICE: Record<string, string> = {
  EAUTH: "The user or the password in SMTP_URL is wrong. Special characters are written as %…: @ is %40.",
  ENOAUTH: "The mail server wants a user and a password in SMTP_URL.",
  EDNS: "The host in SMTP_URL has no address.",
  ETLS: "The mail server's TLS does not work: a certificate of another host, or one that ended.",
  ESOCKET: "The connection broke. Does the mail server run, is smtps:// right for this port, is its certificate sound?",
  ECONNECTION: UNREACHABLE,
  ECONNREFUSED: UNREACHABLE,
  ETIMEDOUT:
    "Somebody takes the connection and says nothing, or nothing answers. Is it the right port, and does a firewall let us out?",
};
