import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { born, isOneOf, moment } from "./columns.ts";
import { ofOrganization } from "./organization.ts";
import { DOMAIN_METHODS } from "./values.rules.ts";

/** A host that an organization may send visitors back to, once verified. ASCII form, lower case, no port. */
export const domain = pgTable(
  "domain",
  {
    id: uuid("id").primaryKey(),
    organizationId: ofOrganization(),
    host: text("host").notNull(),
    includeSubdomains: boolean("include_subdomains").notNull().default(false),
    createdAt: born(),
    verifiedAt: moment("verified_at"),
    /** The value that a DNS record or a file must have; `null`: the operator verified the domain manually. */
    challenge: text("challenge"),
    /** Where the challenge must be found: in a DNS record, or in a file on the host. */
    method: text("method", { enum: DOMAIN_METHODS }).notNull().default("dns"),
    /** When a member or the recheck last probed the host, and what it found: a diagnosis of `lib/domains/advice.rules.ts`. */
    checkedAt: moment("checked_at"),
    diagnosis: text("diagnosis"),
    /** When a probe last verified it; `null`: never, or the operator has verified it manually since. */
    lastVerifiedAt: moment("last_verified_at"),
    /** Since when the record or file that verified it is missing. */
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
