import { sql } from "drizzle-orm";
import {
  bigint,
  char,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { born, digest, isOneOf, moment } from "./columns.ts";
import { organization } from "./organization.ts";
import { BASES, MODES, PROVIDERS } from "./values.rules.ts";

/**
 * The ledger. Append-only for the application's role. The key of a check is its verification's id, so a verification cannot be
 * billed twice. A row of its own reverses a wrong one, once, with a reason and an actor. There are no foreign keys, because the
 * ledger outlives verifications and organizations.
 */
export const billingEvent = pgTable(
  "billing_event",
  {
    /** The verification's id; of a reversal, a new id. */
    id: uuid("verification_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    pluginKeyId: uuid("plugin_key_id").notNull(),
    provider: text("provider", { enum: PROVIDERS }).notNull(),
    mode: text("mode", { enum: MODES }).notNull(),
    priceMinor: integer("price_minor").notNull(),
    currency: char("currency", { length: 3 }).notNull(),
    createdAt: born(),
    /** Why it costs what it costs; null: an older version wrote it. */
    basis: text("basis", { enum: BASES }),
    /** The shop's host, from the return URL; null: an older version wrote it. */
    host: text("host"),
    /** The event that this one reverses; its price is negated. */
    reverses: uuid("reverses"),
    reason: text("reason"),
    actor: text("actor"),
    /** The credit note that lists a reversal; null: the invoice of its month lists it. */
    creditNoteId: uuid("credit_note_id"),
    /** Four bytes that name a key of AGEWAY_KEYS, and 16 bytes of its HMAC over the row; null: an older version wrote it. */
    mac: digest("mac"),
  },
  (t) => [
    index("billing_event_by_organization").on(t.organizationId, t.createdAt),
    index("billing_event_by_credit_note").on(t.creditNoteId).where(sql`${t.creditNoteId} is not null`),
    uniqueIndex("billing_event_reversed_once").on(t.reverses).where(sql`${t.reverses} is not null`),
    check("billing_event_provider_is_known", isOneOf(t.provider, PROVIDERS)),
    check("billing_event_basis_is_known", isOneOf(t.basis, BASES)),
    check("billing_event_only_reversals_are_negative", sql`${t.reverses} is not null or ${t.priceMinor} >= 0`),
    check(
      "billing_event_reversal_has_reason",
      sql`case when ${t.reverses} is null then num_nonnulls(${t.reason}, ${t.actor}, ${t.creditNoteId}) = 0 else ${t.priceMinor} <= 0 and num_nulls(${t.reason}, ${t.actor}) = 0 end`,
    ),
    check("billing_event_mac_has_20_bytes", sql`octet_length(${t.mac}) = 20`),
    check("billing_event_test_is_free", sql`${t.mode} = 'live' or (${t.mode} = 'test' and ${t.priceMinor} = 0)`),
  ],
);

/**
 * The ledger's chain: each digest covers a row of the ledger and the digest before it. A job seals rows in batches after they
 * were written; the position is the order of sealing. Append-only.
 */
export const ledgerSeal = pgTable(
  "ledger_seal",
  {
    organizationId: uuid("organization_id").notNull(),
    position: bigint("position", { mode: "number" }).notNull(),
    eventId: uuid("event_id").notNull().unique(),
    digest: digest("digest").notNull(),
    /** When the event was. An unsealed event that is older than the last sealed one was inserted later. */
    eventAt: moment("event_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.position] }),
    check("ledger_seal_counts_from_one", sql`${t.position} >= 1`),
    check("ledger_seal_digest_is_sha256", sql`octet_length(${t.digest}) = 32`),
  ],
);

/** When rows began to have a MAC, in a ledger that began without. At most one row. */
export const ledgerSigning = pgTable("ledger_signing", { since: moment("since").notNull() });

/** The running total of a UTC month, which the spend cap limits. It is always the sum of the ledger. */
export const usageCounter = pgTable(
  "usage_counter",
  {
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    period: date("period", { mode: "string" }).notNull(),
    /** Live checks, also free ones. A reversal does not lower it. */
    events: bigint("events", { mode: "number" }).notNull(),
    spentMinor: bigint("spent_minor", { mode: "number" }).notNull(),
    /** How many checks of provider `s` reserved their price under a cap. Their ends do not lower it. */
    reservations: bigint("reservations", { mode: "number" }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.organizationId, t.period] })],
);
