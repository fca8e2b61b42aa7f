import { upsertUser } from "#db/queries/user.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { hasInbox } from "#lib/mail/inbox.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { type BrowserInfo, openSession, signOut } from "./session.ts";

/** The user whom the button of a demo signs in. */
export const DEMO_EMAIL = "owner@shop.example";

/**
 * Offers it in a demo: the inbox of the same machine shows everybody's links, so signing in without one gives nothing
 * away.
 */
export function isDemoSignIn(): boolean {
  return config().isDemo && hasInbox();
}

/** Signs a browser in as the owner of the demo; answers the value of the cookie. `null`: this is no demo. */
export async function signInToDemo({ cookies, browser }: BrowserInfo): Promise<string | null> {
  if (!isDemoSignIn()) return null;
  await signOut(cookies);
  const { id } = await upsertUser(database(), uuidV7(), DEMO_EMAIL);
  return openSession(id, browser);
}
