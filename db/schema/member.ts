import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { born, digest, isOneOf, moment } from "./columns.ts";
import { ofOrganization } from "./organization.ts";
import { ofUser, user } from "./user.ts";
import { ROLES } from "./values.rules.ts";

export const member = pgTable(
  "member",
  {
    organizationId: ofOrganization(),
    userId: ofUser(),
    role: text("role", { enum: ROLES }).notNull(),
    createdAt: born(),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.userId] }),
    index("member_by_user").on(t.userId),
    check("member_role_is_known", isOneOf(t.role, ROLES)),
  ],
);

/** An offer to join, bound to an address. Only a digest of its token is stored, so a second mail needs a new invitation. */
export const invitation = pgTable(
  "invitation",
  {
    id: uuid("id").primaryKey(),
    organizationId: ofOrganization(),
    email: text("email").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    /** The inviter; null: the operator. */
    invitedBy: uuid("invited_by").references(() => user.id, { onDelete: "cascade" }),
    digest: digest("digest").notNull().unique(),
    createdAt: born(),
    expiresAt: moment("expires_at").notNull(),
    acceptedAt: moment("accepted_at"),
    revokedAt: moment("revoked_at"),
  },
  (t) => [
    uniqueIndex("invitation_open_once_per_address")
      .on(t.organizationId, t.email)
      .where(sql`${t.acceptedAt} is null and ${t.revokedAt} is null`),
    index("invitation_by_inviter").on(t.invitedBy),
    check("invitation_email_is_lower_case", sql`${t.email} = lower(${t.email})`),
    check("invitation_role_is_known", isOneOf(t.role, ROLES)),
  ],
);
