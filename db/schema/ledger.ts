import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  char,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { born, digest, isOneOf, moment } from "./columns.ts";
import { ofOrganization } from "./organization.ts";
import { BASES, MODES, PROVIDERS } from "./values.rules.ts";

/**
 * The ledger. Append-only for the application's role. The key of a check is its verification's id, so a verification cannot be
 * billed twice. A row of its own reverses a wrong one, once, with a reason and an actor. No foreign key leads out of the
 * ledger, because it outlives verifications and organizations.
 *
 * Partitioned by id, so by month: the id has the moment at which the check began, and `createdAt` is not before it and less
 * than a day later. Partitions are never dropped.
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
    /** Four bytes that name a key of AGEWAY_KEYS, and 16 bytes of its HMAC over the row; null: somebody else wrote it. */
    mac: digest("mac"),
  },
  (t) => [
    index("billing_event_by_organization").on(t.organizationId, t.createdAt),
    index("billing_event_by_credit_note").on(t.creditNoteId).where(sql`${t.creditNoteId} is not null`),
    foreignKey({
      name: "billing_event_reversed_once",
      columns: [t.reverses, t.id],
      foreignColumns: [billingReversal.reverses, billingReversal.id],
    }),
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

/** Allows one reversal of a check, which no unique index of a table in partitions could. Append-only. */
export const billingReversal = pgTable(
  "billing_reversal",
  { reverses: uuid("reverses").primaryKey(), id: uuid("verification_id").notNull() },
  (t) => [unique("billing_reversal_names_its_row").on(t.reverses, t.id)],
);

/**
 * The ledger's chain: each digest covers a row of the ledger and the digest before it. A job seals rows in batches after they
 * were written; the position is the order of sealing. Append-only, and partitioned like the rows: a row has at most one seal.
 */
export const ledgerSeal = pgTable(
  "ledger_seal",
  {
    organizationId: uuid("organization_id").notNull(),
    position: bigint("position", { mode: "number" }).notNull(),
    eventId: uuid("event_id").primaryKey(),
    digest: digest("digest").notNull(),
    /** When the event was. An unsealed event that is older than the last sealed one was inserted later. */
    eventAt: moment("event_at").notNull(),
  },
  (t) => [
    index("ledger_seal_by_position").on(t.organizationId, t.position),
    check("ledger_seal_counts_from_one", sql`${t.position} >= 1`),
    check("ledger_seal_digest_is_sha256", sql`octet_length(${t.digest}) = 32`),
  ],
);

/** Ends each chain: a sealer writes only if it still ends where it read, as no index spans months. It only rises. */
export const ledgerChain = pgTable(
  "ledger_chain",
  {
    organizationId: uuid("organization_id").primaryKey(),
    position: bigint("position", { mode: "number" }).notNull(),
    digest: digest("digest").notNull(),
    eventAt: moment("event_at").notNull(),
  },
  (t) => [check("ledger_chain_digest_is_sha256", sql`octet_length(${t.digest}) = 32`)],
);

/** Has no row, and only the version before reads it. */
export const ledgerSigning = pgTable("ledger_signing", { since: moment("since").notNull() });

/** The running total of a UTC month, which the spend cap limits. It is always the sum of the ledger. */
export const usageCounter = pgTable(
  "usage_counter",
  {
    organizationId: ofOrganization(),
    period: date("period", { mode: "string" }).notNull(),
    /** Live checks, also free ones. A reversal does not lower it. */
    events: bigint("events", { mode: "number" }).notNull(),
    spentMinor: bigint("spent_minor", { mode: "number" }).notNull(),
    /** Only the version before counts with it. */
    reservations: bigint("reservations", { mode: "number" }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.organizationId, t.period] })],
);

/**
 * The live checks of provider `s` that browsers have claimed and that have not ended, counted by the minute in which their
 * reservation ends, by the price that each reserved, and by whether its call carried a secret of the key. A claim adds one and an end takes one
 * away, each in the transaction that writes the verification. The clock ends the others: nobody has to sum up verifications,
 * of which a stranger can make any number.
 */
export const reservation = pgTable(
  "reservation",
  {
    organizationId: ofOrganization(),
    until: moment("until").notNull(),
    priceMinor: integer("price_minor").notNull(),
    withSecret: boolean("with_secret").notNull(),
    checks: integer("checks").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.until, t.priceMinor, t.withSecret] }),
    index("reservation_by_end").on(t.until),
    check("reservation_counts_checks", sql`${t.checks} >= 0`),
  ],
);
