import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { born, digest, moment } from "./columns.ts";

/** Somebody who signs in to the dashboard. Visitors have no row anywhere. */
export const user = pgTable(
  "user",
  { id: uuid("id").primaryKey(), email: text("email").notNull().unique(), createdAt: born() },
  (t) => [check("user_email_is_lower_case", sql`${t.email} = lower(${t.email})`)],
);

/** An account at an OpenID provider that may sign its user in. */
export const signInAccount = pgTable(
  "sign_in_account",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    createdAt: born(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] })],
);

/** A browser that somebody signed in with. Its cookie's value is stored as a digest only. */
export const signInSession = pgTable(
  "sign_in_session",
  {
    digest: digest("digest").primaryKey(),
    /** Names it to its member, who may end it; opens nothing. */
    id: uuid("id").notNull().unique().default(sql`gen_random_uuid()`),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    createdAt: born(),
    expiresAt: moment("expires_at").notNull(),
    lastSeenAt: moment("last_seen_at").notNull().defaultNow(),
    /** When its user was last asked who they are; null: a company account did not say. */
    askedAt: moment("asked_at").defaultNow(),
    /** Such as "Firefox on Linux": how its member knows it again. */
    browser: text("browser").notNull().default(""),
  },
  (t) => [index("sign_in_session_by_user").on(t.userId)],
);

/** Opens once, until it expires. Its value is stored as a digest only. */
export const signInLink = pgTable("sign_in_link", {
  digest: digest("digest").primaryKey(),
  /** null: whoever holds it becomes the first owner of an instance that has nobody yet. */
  email: text("email"),
  createdAt: born(),
  expiresAt: moment("expires_at").notNull(),
  usedAt: moment("used_at"),
});
