import { shortKey } from "#lib/keys/plugin-key.rules.ts";

/** Is a part of a sentence: plain words, or a thing with the address of its page. */
export type Phrase = string | { text: string; href: string };

/** Holds what an entry does not hold: the names of things, and how times are written. */
export type AuditNames = {
  /** Answers the label that a key has today; `null`: it has none, or is unknown. */
  keyLabel: (key: string) => string | null;
  /** Is this host still one of the organization's domains? */
  hasDomain: (host: string) => boolean;
  /** `null`: a plan that is not offered any more. */
  planName: (id: string) => string | null;
  /** Writes for example "24 Nov, 09:00". */
  moment: (iso: string) => string;
  /** Belongs to the terms that hold now; a cap is in it. */
  currency: string;
  /** Writes numbers and amounts as the reader does. */
  count: (n: number) => string;
  money: (minor: number, currency: string) => string;
};

export const SETTINGS = { text: "the settings", href: "/dashboard/settings" };
export const VISITORS_PAGE = { text: "the visitor’s page", href: "/dashboard/settings" };
export const TEAM = { text: "the team", href: "/dashboard/team" };
export const PLAN = { text: "the plan", href: "/dashboard/billing/plan" };
export const CAP = { text: "spend cap", href: "/dashboard/billing/plan" };

/** `labelThen`: as the entry has it. Where it has none, today's label is told as today's: the key may have been renamed. */
export function keyLink(key: string, labelThen: unknown, { keyLabel }: AuditNames): Phrase {
  const href = `/dashboard/keys/${key}`;
  if (typeof labelThen === "string") return { text: labelThen === "" ? shortKey(key) : `“${labelThen}”`, href };
  const label = keyLabel(key);
  return { text: label === null ? shortKey(key) : `now called “${label}”`, href };
}

/** Names the other key of a rotation, which had the same label. */
export function otherKeyLink(text: "a new one" | "the old one", key: string): Phrase {
  return { text, href: `/dashboard/keys/${key}` };
}

export function domainLink(host: string, { hasDomain }: AuditNames): Phrase {
  return hasDomain(host) ? { text: host, href: `/dashboard/domains/${host}` } : host;
}

export function personLink(email: string): Phrase {
  return wasErased(email) ? personName(email) : { text: email, href: "/dashboard/team" };
}

export function personName(email: string): string {
  return wasErased(email) ? "an erased person" : email;
}

/** `eraseUser` writes such a pseudonym in place of an address. */
export function wasErased(actor: string): boolean {
  return /^erased-[0-9a-f]{12}$/.test(actor);
}

export function invoiceLink(number: string, kind: string): Phrase {
  return { text: `${kind} ${number}`, href: `/dashboard/billing/invoices/${number}` };
}
