import { findUserByAccount, insertAccount } from "#db/queries/sign-in-account.ts";
import { insertSession } from "#db/queries/sign-in-session.ts";
import { findUser, findUserByEmail, insertUser } from "#db/queries/user.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { secretDigest } from "#lib/crypto/digest.ts";
import { database } from "#lib/runtime/database.ts";
import { closeSession, SESSION_TTL_MS } from "./session.ts";

type Account = { providerAccountId: string };

/**
 * Gives next-auth our tables, as its adapter. Of sessions it stores digests only. `askedAt`: when the user of a new session
 * last proved who they are; `null`: unknown.
 */
export function adapter(browser: string, issuer: string, askedAt: () => Date | null = () => null) {
  const known = (row: { id: string; email: string } | null) => row && { ...row, emailVerified: null };
  return {
    async createUser({ email }: { email: string }) {
      await insertUser(database(), { id: uuidV7(), email });
      const user = known(await findUserByEmail(database(), email));
      if (!user) throw new Error("The user was not made");
      return user;
    },
    getUser: async (id: string) => known(await findUser(database(), id)),
    getUserByEmail: async (email: string) => known(await findUserByEmail(database(), email)),
    getUserByAccount: async ({ providerAccountId }: Account) =>
      known(await findUserByAccount(database(), issuer, providerAccountId)),
    async updateUser({ id }: { id: string }) {
      const user = known(await findUser(database(), id));
      if (!user) throw new Error("There is no such user");
      return user;
    },
    async linkAccount({ providerAccountId, userId }: Account & { userId: string }) {
      await insertAccount(database(), { issuer, subject: providerAccountId, userId });
    },
    async createSession({ sessionToken, userId, expires }: { sessionToken: string; userId: string; expires: Date }) {
      const digest = secretDigest(sessionToken);
      await insertSession(database(), { digest, userId, browser, ttlMs: SESSION_TTL_MS, askedAt: askedAt() });
      return { sessionToken, userId, expires };
    },
    // A new sign-in reads no session: it is given none.
    getSessionAndUser: async () => null,
    updateSession: async () => null,
    deleteSession: (sessionToken: string) => closeSession(sessionToken),
  };
}
