import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { born } from "./columns.ts";

/** Who changed what, before and after. Outlives the organization. Holds nothing about visitors. */
export const auditEvent = pgTable(
  "audit_event",
  {
    id: uuid("id").primaryKey(),
    organizationId: uuid("organization_id"),
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    subject: text("subject").notNull(),
    /** Keeps the label of a key as the change left it. */
    subjectLabel: text("subject_label"),
    before: jsonb("before"),
    after: jsonb("after"),
    createdAt: born(),
  },
  (t) => [index("audit_event_by_organization").on(t.organizationId, t.id)],
);
