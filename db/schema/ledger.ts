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
 * The ledger. Append-only for the application's role, and the key of a check *is* the verification's id: a second event for
 * the same verification cannot be written. What was wrong is reversed by a row of its own, once, with a reason and an actor.
 * No foreign key: verification and organization are forgotten, the ledger is kept.
 */
export const billingEvent = pgTable(
  "billing_event",
  {
    /** The verification's; of a reversal, a new one. */
    id: uuid("verification_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    pluginKeyId: uuid("plugin_key_id").notNull(),
    provider: text("provider", { enum: PROVIDERS }).notNull(),
    mode: text("mode", { enum: MODES }).notNull(),
    priceMinor: integer("price_minor").notNull(),
    currency: char("currency", { length: 3 }).notNull(),
    createdAt: born(),
    /** Why it costs what it costs; null: written before that was said. */
    basis: text("basis", { enum: BASES }),
    /** The shop's, that the visitor goes back to; null: written before that was said. */
    host: text("host"),
    /** The event that this one takes back, whose price it negates. */
    reverses: uuid("reverses"),
    reason: text("reason"),
    actor: text("actor"),
    /** The credit note that a reversal stands on; null: it stands on the invoice of its month. */
    creditNoteId: uuid("credit_note_id"),
    /** Four bytes that name a key of AGEWAY_KEYS, and sixteen of its HMAC over the row; null: an older version wrote it. */
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
 * The ledger's chain: each row's digest covers the row and the digest before it. Written in batches, after the fact; the
 * position is the order of sealing. Append-only.
 */
export const ledgerSeal = pgTable(
  "ledger_seal",
  {
    organizationId: uuid("organization_id").notNull(),
    position: bigint("position", { mode: "number" }).notNull(),
    eventId: uuid("event_id").notNull().unique(),
    digest: digest("digest").notNull(),
    /** When the event was; whatever is older than the last of these and was never sealed, was put in between. */
    eventAt: moment("event_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.position] }),
    check("ledger_seal_counts_from_one", sql`${t.position} >= 1`),
    check("ledger_seal_digest_is_sha256", sql`octet_length(${t.digest}) = 32`),
  ],
);

/** When rows began to have a MAC, in a ledger that is older than that. At most one row. */
export const ledgerSigning = pgTable("ledger_signing", { since: moment("since").notNull() });

/** The running total that the spend cap is held against. The ledger is the truth; this is its sum for one UTC month. */
export const usageCounter = pgTable(
  "usage_counter",
  {
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    period: date("period", { mode: "string" }).notNull(),
    /** Live checks, those included that cost nothing; a reversal takes none away. */
    events: bigint("events", { mode: "number" }).notNull(),
    spentMinor: bigint("spent_minor", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.organizationId, t.period] })],
);
