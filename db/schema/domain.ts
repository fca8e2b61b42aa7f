import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { born, isOneOf, moment } from "./columns.ts";
import { organization } from "./organization.ts";
import { DOMAIN_METHODS } from "./values.rules.ts";

/** A host that an organization may send visitors back to, once verified. ASCII form, lower case, no port. */
export const domain = pgTable(
  "domain",
  {
    id: uuid("id").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    host: text("host").notNull(),
    includeSubdomains: boolean("include_subdomains").notNull().default(false),
    createdAt: born(),
    verifiedAt: moment("verified_at"),
    /** What a DNS record or a file must say to prove the host; `null` for one that the operator vouched for. */
    challenge: text("challenge"),
    /** Where the challenge must be found: in a DNS record, or in a file on the host. */
    method: text("method", { enum: DOMAIN_METHODS }).notNull().default("dns"),
    /** When somebody or the clock last looked, and what was found: the word of a `Diagnosis`. */
    checkedAt: moment("checked_at"),
    diagnosis: text("diagnosis"),
    /** When it was last proven; `null`: never, or the operator vouched for it since. */
    lastVerifiedAt: moment("last_verified_at"),
    /** Since when the record or file that proved it is no longer there. */
    missingSince: moment("missing_since"),
  },
  (t) => [
    uniqueIndex("domain_once_per_organization").on(t.organizationId, t.host),
    check("domain_method_is_known", isOneOf(t.method, DOMAIN_METHODS)),
    check(
      "domain_file_verifies_one_host",
      sql`${t.method} = 'dns' or not ${t.includeSubdomains} or ${t.lastVerifiedAt} is null`,
    ),
    check("domain_host_is_ascii_lower_case", sql`${t.host} ~ '^[a-z0-9.:\\[\\]-]+$'`),
  ],
);
