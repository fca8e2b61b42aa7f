import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findFirstLink, insertLink, useFirstLink } from "#db/queries/sign-in-link.ts";
import { hasUsers, upsertUser } from "#db/queries/user.ts";
import { readEmail } from "#lib/base/email.rules.ts";
import { refuse } from "#lib/base/result.ts";
import { daysMs } from "#lib/base/time.rules.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { newSecret, secretDigest } from "#lib/crypto/digest.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { readName, setUpOrganization } from "#lib/organizations/organization.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";

const TTL_MS = daysMs(1);

/**
 * Makes a link that makes the first owner, on an instance without users. It works once, for a day, while there is no
 * user. The log shows the link itself on a terminal only. Elsewhere it is kept and read by others, who must not become
 * the owner: there it names a file with the link, which only the user of this process can read.
 */
export async function offerFirstOwnerLink(): Promise<void> {
  if (config().isDemo || (await hasUsers(database()))) return;
  const secret = newSecret();
  const link = `${config().baseUrl}/sign-in/first?token=${secret}`;
  // `npm start` says this of its own output, which ours goes through.
  const isOnTerminal = process.env.AGEWAY_TERMINAL === "1";
  const file = join(config().dataDir, "first-owner-link");
  // The jobs of this process must start all the same.
  const fault = isOnTerminal ? null : await writeFault(file, link);
  if (fault !== null) {
    const note = "Nobody can sign in yet, and this file cannot be written. `ageway owner add` makes an owner, too.";
    log.error({ event: "first_owner_wanted", note, file, ...faultOf(fault) });
    return;
  }
  await insertLink(database(), { digest: secretDigest(secret), email: null, ttlMs: TTL_MS });
  const place = isOnTerminal ? "this link" : "the link in this file";
  const note = `Nobody can sign in yet. Open ${place} within a day to become the first owner:`;
  log.warn({ event: "first_owner_wanted", note, ...(isOnTerminal ? { link } : { file }) });
}

/** Puts a new file in the place of an earlier one, whose mode would stay. Answers the fault that hindered it. */
async function writeFault(file: string, text: string): Promise<unknown> {
  const unfinished = `${file}.${uuidV7()}`;
  try {
    await mkdir(config().dataDir, { recursive: true });
    await writeFile(unfinished, `${text}\n`, { mode: 0o600 });
    await rename(unfinished, file);
    return null;
  } catch (fault) {
    await rm(unfinished, { force: true }).catch(() => {});
    return fault;
  }
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
    const founder = await upsertUser(tx, uuidV7(), address);
    await setUpOrganization(tx, { name: written, by: address, founder });
    return { ok: true, userId: founder.id };
  });
}
