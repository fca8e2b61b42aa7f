import { pgTable, uuid } from "drizzle-orm/pg-core";
import { born } from "./columns.ts";

/**
 * Each restore of the database to an earlier moment, as the operator reported it. The id of the latest is the epoch: what signs is
 * derived from it. It is random, because a number would come again after a restore to a moment before the last one.
 */
export const restore = pgTable("restore", { id: uuid("id").primaryKey(), createdAt: born() });
