import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { organization } from "./account.ts";
import { born, moment } from "./columns.ts";

/** Each share of a month's cap that was reached: told once. */
export const spendAlert = pgTable(
  "spend_alert",
  {
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    period: date("period", { mode: "string" }).notNull(),
    percent: integer("percent").notNull(),
    createdAt: born(),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.period, t.percent] }),
    check("spend_alert_percent_is_known", sql`${t.percent} in (50, 75, 90, 100)`),
  ],
);

/** An hour in which a key was used far more than ever before; told once a day. */
export const keyAlert = pgTable(
  "key_alert",
  {
    pluginKeyId: uuid("plugin_key_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    hour: moment("hour").notNull(),
    events: integer("events").notNull(),
    /** The most that it had in any hour before. */
    busiest: integer("busiest").notNull(),
    createdAt: born(),
  },
  (t) => [
    primaryKey({ columns: [t.pluginKeyId, t.day] }),
    index("key_alert_by_organization").on(t.organizationId, t.day),
  ],
);

/** Mail that must follow what was committed: written with it, sent soon after. Each key once. */
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
