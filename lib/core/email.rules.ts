/** How much of a company account's address must be proven: the operator's explicit word (SIGN_IN_TRUST_EMAIL). */
export const EMAIL_TRUST = ["verified", "verified_as_text", "unverified"] as const;
export type EmailTrust = (typeof EMAIL_TRUST)[number];

/** What programs on a mail's way agree about: no `%` and `!`, which some take for a route. */
const LOCAL = /^[A-Za-z0-9#$&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9#$&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/**
 * A mailbox as it is stored: one plain address, lower case. Narrower than RFC 5322 on purpose: no quotes, comments,
 * groups or lists, nor words encoded for headers (RFC 2047), which mail programs read in different ways.
 */
export function readEmail(given: string): string | null {
  const typed = given.trim();
  const [local = "", host = "", ...more] = typed.split("@");
  const isMailbox = LOCAL.test(local) && local.length <= 64 && !local.includes("=?") && isHost(host);
  // Only now: the lower case of some letters that are not ASCII is.
  return isMailbox && more.length === 0 && typed.length <= 254 ? typed.toLowerCase() : null;
}

/** A name: what ends in a number is an address of the internet to some (WHATWG URL, "ends in a number"). */
function isHost(host: string): boolean {
  const labels = host.split(".");
  return labels.every((label) => LABEL.test(label)) && !/^(?:\d+|0[xX][\da-fA-F]*)$/.test(labels.at(-1) ?? "");
}
