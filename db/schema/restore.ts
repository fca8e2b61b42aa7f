import { jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import { born, moment } from "./columns.ts";

/**
 * Each restore of the database to an earlier moment, as the operator reported it. The id of the latest is the epoch: what signs is
 * derived from it. It is random, because a number would come again after a restore to a moment before the last one. `doneAt`: of the first run, which
 * `report` is of; a second run begins another epoch and tells the same.
 */
export const restore = pgTable("restore", {
  id: uuid("id").primaryKey(),
  createdAt: born(),
  doneAt: moment("done_at").notNull().defaultNow(),
  report: jsonb("report"),
});
