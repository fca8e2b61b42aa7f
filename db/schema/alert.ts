import { check, date, index, integer, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { born, isOneOf, moment } from "./columns.ts";
import { ofOrganization } from "./organization.ts";
import { SPEND_THRESHOLDS } from "./values.rules.ts";

/** The thresholds of a month's spend cap that were reached. The row prevents a second mail. */
export const spendAlert = pgTable(
  "spend_alert",
  {
    organizationId: ofOrganization(),
    period: date("period", { mode: "string" }).notNull(),
    percent: integer("percent").notNull(),
    createdAt: born(),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.period, t.percent] }),
    check("spend_alert_percent_is_known", isOneOf(t.percent, SPEND_THRESHOLDS)),
  ],
);

/** An hour in which a key was used far more than ever before. The row prevents a second mail on that day. */
export const keyAlert = pgTable(
  "key_alert",
  {
    pluginKeyId: uuid("plugin_key_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    organizationId: ofOrganization(),
    hour: moment("hour").notNull(),
    events: integer("events").notNull(),
    /** The most events of any hour before. */
    busiest: integer("busiest").notNull(),
    createdAt: born(),
  },
  (t) => [
    primaryKey({ columns: [t.pluginKeyId, t.day] }),
    index("key_alert_by_organization").on(t.organizationId, t.day),
  ],
);
