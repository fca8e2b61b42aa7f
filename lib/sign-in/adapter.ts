import { v7 } from "uuid";
import { findUserByAccount, insertAccount } from "#db/queries/sign-in-account.ts";
import { insertLink, useLink } from "#db/queries/sign-in-link.ts";
import { insertSession } from "#db/queries/sign-in-session.ts";
import { findUser, findUserByEmail, insertUser } from "#db/queries/user.ts";
import { database } from "#lib/core/database.ts";
import { secretDigest } from "#lib/core/digest.ts";
import { LINK_TTL_MS } from "./email.ts";
import { closeSession, readSession, SESSION_TTL_MS, userOf } from "./session.ts";

type Account = { providerAccountId: string };
/** `token`: already a digest (SHA-256, in hexadecimal). */
type Token = { identifier: string; token: string };

/**
 * next-auth's adapter for our tables. Of sessions and links it stores digests only. `askedAt`: when the user of a new session
 * last proved who they are; `null`: unknown.
 */
export function adapter(browser: string, issuer: string, askedAt: () => Date | null = () => null) {
  const known = (row: { id: string; email: string } | null) => row && { ...row, emailVerified: null };
  return {
    async createUser({ email }: { email: string }) {
      await insertUser(database(), { id: v7(), email });
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
    async getSessionAndUser(sessionToken: string) {
      const found = await readSession(sessionToken);
      if (!found) return null;
      const { userId, email, expiresAt } = found;
      return {
        session: { sessionToken, userId, expires: expiresAt },
        user: { id: userId, email, emailVerified: null, ageway: userOf(found) },
      };
    },
    updateSession: async () => null,
    deleteSession: (sessionToken: string) => closeSession(sessionToken),
    async createVerificationToken({ identifier, token, expires }: Token & { expires: Date }) {
      await insertLink(database(), { digest: Buffer.from(token, "hex"), email: identifier, ttlMs: LINK_TTL_MS });
      return { identifier, token, expires };
    },
    async useVerificationToken({ token }: Token) {
      const used = await useLink(database(), Buffer.from(token, "hex"));
      return used && { identifier: used.email, token, expires: used.expiresAt };
    },
  };
}
