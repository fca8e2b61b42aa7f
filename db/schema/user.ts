import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { born, digest, moment } from "./columns.ts";

/** A person who signs in to the dashboard. Visitors are stored nowhere. */
export const user = pgTable(
  "user",
  { id: uuid("id").primaryKey(), email: text("email").notNull().unique(), createdAt: born() },
  (t) => [check("user_email_is_lower_case", sql`${t.email} = lower(${t.email})`)],
);

/** The user that a row belongs to, and with whom it goes. */
export const ofUser = () =>
  uuid("user_id")
    .notNull()
    .references(() => user.id, { onDelete: "cascade" });

/** An account at an OpenID provider with which the user can sign in. */
export const signInAccount = pgTable(
  "sign_in_account",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    userId: ofUser(),
    createdAt: born(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] })],
);

/** A browser that a user signed in with. Only a digest of its cookie is stored. */
export const signInSession = pgTable(
  "sign_in_session",
  {
    digest: digest("digest").primaryKey(),
    /** For its user, to end the session. It is no secret. */
    id: uuid("id").notNull().unique().default(sql`gen_random_uuid()`),
    userId: ofUser(),
    createdAt: born(),
    expiresAt: moment("expires_at").notNull(),
    lastSeenAt: moment("last_seen_at").notNull().defaultNow(),
    /** When the user last proved who they are; null: the company account did not say. */
    askedAt: moment("asked_at").defaultNow(),
    /** Such as "Firefox on Linux", so that its user can recognize it. */
    browser: text("browser").notNull().default(""),
    /** Of the code by which the user can prove who they are in this browser; null: none waits. */
    codeDigest: digest("code_digest"),
    codeExpiresAt: moment("code_expires_at"),
    /** How often a code was tried since it was mailed. */
    codeTries: smallint("code_tries").notNull().default(0),
  },
  (t) => [index("sign_in_session_by_user").on(t.userId)],
);

/** A link that signs in once, until it expires. Only a digest of its token is stored. */
export const signInLink = pgTable("sign_in_link", {
  digest: digest("digest").primaryKey(),
  /** null: its user becomes the first owner of an instance without users. */
  email: text("email"),
  createdAt: born(),
  expiresAt: moment("expires_at").notNull(),
  usedAt: moment("used_at"),
});
