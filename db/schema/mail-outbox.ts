import { sql } from "drizzle-orm";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { born, moment } from "./columns.ts";

/** Mails that a commit must send: written in the same transaction, sent soon after. A key has one mail. */
export const mailOutbox = pgTable(
  "mail_outbox",
  {
    id: uuid("id").primaryKey(),
    key: text("key").notNull().unique(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    /** Encrypted where the mail expires: its text opens something. Empty once such a mail is sent. */
    body: text("body").notNull(),
    /** When the mail is of no use any more; null: its text is clear. */
    expiresAt: moment("expires_at"),
    createdAt: born(),
    sentAt: moment("sent_at"),
  },
  (t) => [index("mail_outbox_unsent").on(t.createdAt).where(sql`${t.sentAt} is null`)],
);
