/**
 * A mailbox as it is stored: one plain address, lower case. Narrower than RFC 5322 on purpose: no quotes, comments,
 * groups or lists, which mail programs read in different ways.
 */
export function readEmail(given: string): string | null {
  const email = given.trim().toLowerCase();
  const isPlain = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(email);
  return isPlain && email.length <= 254 && !email.includes("..") ? email : null;
}
