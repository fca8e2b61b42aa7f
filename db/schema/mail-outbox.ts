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
    body: text("body").notNull(),
    createdAt: born(),
    sentAt: moment("sent_at"),
  },
  (t) => [index("mail_outbox_unsent").on(t.createdAt).where(sql`${t.sentAt} is null`)],
);
