import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { born, moment } from "./columns.ts";
import { ofOrganization } from "./organization.ts";
import { ofPluginKey } from "./plugin-key.ts";
import { user } from "./user.ts";

/**
 * A run of the gate test in a shop: how a member prepared it, and what came of it. A run that nobody has asked for yet is a
 * draft. No column says in which state it is: `stateOf` derives that from the times, so that a killed job leaves nothing that
 * "runs" for ever. The table has the former name of the test, which the version before still reads.
 */
export const gateTestRun = pgTable(
  "doctor_run",
  {
    id: uuid("id").primaryKey(),
    organizationId: ofOrganization(),
    pluginKeyId: ofPluginKey(),
    /** The page to walk, and the host of it. */
    page: text("page").notNull(),
    host: text("host").notNull(),
    /** Finds the link or the form that starts a check; null: the page itself leads to us. */
    start: text("start"),
    /** A text that only somebody who is let in sees. */
    protects: text("protects").notNull(),
    /** The run as the address has it at which the shop is pointed, encrypted. It works until `expiresAt`. */
    sealed: text("sealed").notNull(),
    expiresAt: moment("expires_at").notNull(),
    createdAt: born(),
    askedAt: moment("asked_at"),
    /** null: the operator, or somebody who is erased. */
    askedBy: uuid("asked_by").references(() => user.id, { onDelete: "set null" }),
    startedAt: moment("started_at"),
    casesDone: smallint("cases_done").notNull().default(0),
    endedAt: moment("ended_at"),
    /** Why the gate test could not run: a code of `lib/gate-test`. */
    obstacle: text("obstacle"),
    /** Says what the walker reports, in codes. */
    report: jsonb("report"),
  },
  (t) => [
    index("doctor_run_by_organization").on(t.organizationId, t.id),
    index("doctor_run_that_waits").on(t.askedAt).where(sql`${t.askedAt} is not null and ${t.startedAt} is null`),
    uniqueIndex("doctor_run_one_draft").on(t.organizationId, t.pluginKeyId, t.host).where(sql`${t.askedAt} is null`),
  ],
);
