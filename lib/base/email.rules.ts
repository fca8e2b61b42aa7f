/** Lists which `email_verified` claims the operator accepts from their OpenID provider (SIGN_IN_TRUST_EMAIL). */
export const EMAIL_TRUST = ["verified", "verified_as_text", "unverified"] as const;
export type EmailTrust = (typeof EMAIL_TRUST)[number];

/** The characters that all mail servers read alike. `%` and `!` are missing, because some servers read them as a route. */
const LOCAL = /^[A-Za-z0-9#$&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9#$&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/**
 * A mailbox as we store it: one plain address in lower case, or `null`. Narrower than RFC 5322, because mail programs read
 * quotes, comments, groups, lists and encoded words (RFC 2047) in different ways.
 */
export function readEmail(given: string): string | null {
  const typed = given.trim();
  const [local = "", host = "", ...more] = typed.split("@");
  const isMailbox = LOCAL.test(local) && local.length <= 64 && !local.includes("=?") && isHost(host);
  // Only after the check: some letters outside ASCII have an ASCII lower case.
  return isMailbox && more.length === 0 && typed.length <= 254 ? typed.toLowerCase() : null;
}

/** A DNS name. Some parsers read a host whose last label is a number as an IPv4 address (WHATWG URL, "ends in a number"). */
function isHost(host: string): boolean {
  const labels = host.split(".");
  return labels.every((label) => LABEL.test(label)) && !/^(?:\d+|0[xX][\da-fA-F]*)$/.test(labels.at(-1) ?? "");
}
