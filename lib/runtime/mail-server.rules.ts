import { isLoopback } from "#lib/base/host.rules.ts";
import { ENCODED, serverAt } from "#lib/base/server-address.rules.ts";

/**
 * A mail server, as nodemailer takes it. `requireTLS`: without STARTTLS nothing is sent, so that nobody on the way reads a link
 * that signs in, or our password. `ignoreTLS`: the operator told us to use none.
 */
export type MailServer = {
  host: string;
  port?: number;
  secure: boolean;
  auth?: { user: string; pass: string };
  requireTLS: boolean;
  ignoreTLS: boolean;
  tls: { rejectUnauthorized: boolean };
};

type Read = { ok: true; server: MailServer } | { ok: false; flaw: string };

const SMTPS_PORT = 465;

/**
 * Reads `SMTP_URL`: `smtp://` with STARTTLS, `smtps://` with TLS from the first byte, `?tls=none` without. On this machine STARTTLS
 * is used where it is offered, by whatever certificate: a mail server's own names no host, and nobody is on the way.
 */
export function readMailServer(text: string): Read {
  const flaw = (flaw: string): Read => ({ ok: false, flaw });
  const url = serverAt(text, /^smtps?:$/);
  if (url === null || !["", "/"].includes(url.pathname) || url.search.includes("@"))
    return flaw(`must be an address such as smtp://user:password@mail.example:587; ${ENCODED}`);
  const [unknown] = [...url.searchParams.keys()].filter((name) => name !== "tls");
  if (unknown !== undefined) return flaw(`has the parameter ${unknown}, which it does not know: take it out`);
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const secure = url.protocol === "smtps:" || url.port === String(SMTPS_PORT);
  const tls = url.searchParams.get("tls");
  if (tls !== null && (tls !== "none" || secure))
    return flaw(
      "may end with ?tls=none, for a mail server without TLS on a network that is yours, and with smtp:// only",
    );
  const isOwn = isLoopback(url.hostname);
  return {
    ok: true,
    server: {
      host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
      ...(url.port !== "" && { port: Number(url.port) }),
      secure,
      ...(user !== "" && { auth: { user, pass } }),
      requireTLS: !secure && !isOwn && tls === null,
      ignoreTLS: tls === "none",
      tls: { rejectUnauthorized: !isOwn },
    },
  };
}
