import { v7 } from "uuid";
import { findFirstLink, insertLink, useFirstLink } from "#db/queries/sign-in-link.ts";
import { hasUsers, upsertUser } from "#db/queries/user.ts";
import { config } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import { newSecret, secretDigest } from "#lib/core/digest.ts";
import { readEmail } from "#lib/core/email.rules.ts";
import { log } from "#lib/core/log.ts";
import { refuse } from "#lib/core/result.ts";
import { readName, setUpOrganization } from "#lib/organizations/organization.ts";

const TTL_MS = 24 * 3_600_000;

/** On an instance without users, logs a link that makes the first owner. It works once, for a day, while there is no user. */
export async function offerFirstOwnerLink(): Promise<void> {
  if (config().isDemo || (await hasUsers(database()))) return;
  const secret = newSecret();
  await insertLink(database(), { digest: secretDigest(secret), email: null, ttlMs: TTL_MS });
  log.warn({
    event: "first_owner_wanted",
    note: "Nobody can sign in yet. Open this link within a day to become the first owner:",
    link: `${config().baseUrl}/sign-in/first?token=${secret}`,
  });
}

/** Would this link make the first owner now? Does not use it up. */
export async function isFirstOwnerLink(token: string): Promise<boolean> {
  return findFirstLink(database(), secretDigest(token));
}

type Created = { ok: true; userId: string } | { ok: false; reason: "link_dead" | "email_invalid" | "name_invalid" };

/** Uses the link up and makes the first user, who owns the first organization. */
export async function createFirstOwner(token: string, email: string, name: string): Promise<Created> {
  const [address, written] = [readEmail(email), readName(name)];
  if (address === null) return refuse("email_invalid");
  if (written === null) return refuse("name_invalid");
  return database().transaction(async (tx): Promise<Created> => {
    if (!(await useFirstLink(tx, secretDigest(token)))) return refuse("link_dead");
    const founder = await upsertUser(tx, v7(), address);
    await setUpOrganization(tx, { name: written, by: address, founder });
    return { ok: true, userId: founder.id };
  });
}
