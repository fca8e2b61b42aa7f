import type { Letter } from "#lib/mail/letter.rules.ts";

/** An e-mail about nothing. */
export function letterOf(subject: string, page: Letter["page"] = "/sign-in"): Letter {
  return { organization: null, subject, fact: "So.", action: "Open", page, more: "Nothing else." };
}
