import { v7 } from "uuid";
import { findFirstLink, insertLink, useFirstLink } from "#db/queries/sign-in-link.ts";
import { hasUsers, upsertUser } from "#db/queries/user.ts";
import { config } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import { readEmail } from "#lib/core/email.rules.ts";
import { log } from "#lib/core/log.ts";
import { refuse } from "#lib/core/result.ts";
import { digestOf, newSecret } from "#lib/core/secret.ts";
import { readName, setUpOrganization } from "#lib/organizations/organization.ts";

const TTL_MS = 24 * 3_600_000;

/**
 * An instance that has nobody yet tells whoever reads its log how to begin: a link that works once, within a day, and only
 * while there is nobody.
 */
export async function offerFirstOwner(): Promise<void> {
  if (config().isDemo || (await hasUsers(database()))) return;
  const secret = newSecret();
  await insertLink(database(), { digest: digestOf(secret), email: null, ttlMs: TTL_MS });
  log.warn({
    event: "first_owner_wanted",
    note: "Nobody can sign in yet. Open this link within a day to become the first owner:",
    link: `${config().baseUrl}/sign-in/first?token=${secret}`,
  });
}

/** Is it a link that would make the first owner now? */
export async function isFirstLink(token: string): Promise<boolean> {
  return findFirstLink(database(), digestOf(token));
}

type Begun = { ok: true; userId: string } | { ok: false; reason: "link_dead" | "email_invalid" | "name_invalid" };

/** Uses the link up and makes the first user, who owns the first organization. */
export async function becomeFirstOwner(token: string, email: string, name: string): Promise<Begun> {
  const [address, written] = [readEmail(email), readName(name)];
  if (address === null) return refuse("email_invalid");
  if (written === null) return refuse("name_invalid");
  return database().transaction(async (tx): Promise<Begun> => {
    if (!(await useFirstLink(tx, digestOf(token)))) return refuse("link_dead");
    const founder = await upsertUser(tx, v7(), address);
    await setUpOrganization(tx, { name: written, by: address, founder });
    return { ok: true, userId: founder.id };
  });
}
