import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { born, bytea, digest, isOneOf, moment } from "./columns.ts";
import { ofPluginKey } from "./plugin-key.ts";
import { MINIMUM_AGES, type MinimumAge, MODES, OUTCOMES, PROVIDERS } from "./values.rules.ts";

/**
 * One check of one visitor. Partitioned by id (a UUID v7, so by time): a purge drops partitions.
 *
 *   created ──claim──▶ authorizing ──finish──▶ completed (outcome)
 *      └──── the clock ────┴────▶ expired (derived; the return URL and the browser are lost with their key)
 */
export const verification = pgTable(
  "verification",
  {
    id: uuid("id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    pluginKeyId: uuid("plugin_key_id").notNull(),
    provider: text("provider", { enum: PROVIDERS }).notNull(),
    mode: text("mode", { enum: MODES }).notNull(),
    minimumAge: smallint("minimum_age").$type<MinimumAge>().notNull(),
    device: digest("device").notNull(),
    /** Scheme and verified host. The pages show it, and the visitor returns there when the return URL is erased. */
    returnOrigin: text("return_origin").notNull(),
    /** Encrypted, like the browser, with the key that `pageKeyId` names. The claim encrypts it anew. */
    returnUrl: bytea("return_url"),
    pageKeyId: bigint("page_key_id", { mode: "number" }),
    createdAt: born(),
    startedAt: moment("started_at"),
    /** A digest, encrypted. */
    browser: bytea("browser"),
    /** Counts attempts that brought no answer. Each has its own PKCE verifier and nonce. */
    attempt: smallint("attempt").notNull().default(0),
    /** Attempts below this number have had their answer taken, or were ended. Their answers are ignored. */
    answered: smallint("answered").notNull().default(0),
    /** Why the last attempt brought no answer, for the page to show. */
    problem: text("problem"),
    completedAt: moment("completed_at"),
    outcome: text("outcome", { enum: OUTCOMES }),
    redeemedAt: moment("redeemed_at"),
    /** The call carried a secret of the key; null: an older version wrote it. */
    withSecret: boolean("with_secret"),
    /**
     * Which `reservation` counts the check, with `withSecret`: its price in minor units, and the end. The claim of a live check
     * of provider `s` writes them; null: it is not counted.
     */
    reservedMinor: integer("reserved_minor"),
    reservedUntil: moment("reserved_until"),
  },
  (t) => [
    index("verification_by_device").on(t.organizationId, t.device).where(sql`${t.redeemedAt} is not null`),
    index("verification_unpurged").on(t.createdAt).where(sql`${t.problem} is not null and ${t.completedAt} is null`),
    check("verification_provider_is_known", isOneOf(t.provider, PROVIDERS)),
    check("verification_mode_is_known", isOneOf(t.mode, MODES)),
    check("verification_age_is_16_or_18", isOneOf(t.minimumAge, MINIMUM_AGES)),
    check("verification_device_is_a_digest", sql`octet_length(${t.device}) = 32`),
    check("verification_outcome_is_known", isOneOf(t.outcome, OUTCOMES)),
    check("verification_completed_has_outcome", sql`(${t.completedAt} is null) = (${t.outcome} is null)`),
    check("verification_started_has_browser", sql`${t.browser} is null or ${t.startedAt} is not null`),
    check(
      "verification_completed_has_no_page_or_browser",
      sql`${t.completedAt} is null or (${t.returnUrl} is null and ${t.browser} is null)`,
    ),
    check(
      "verification_only_verified_are_redeemed",
      sql`${t.redeemedAt} is null or coalesce(${t.outcome} = 'verified', false)`,
    ),
  ],
);

/** Encrypts the pages and browsers of some seconds' links, which nobody can read after this row is deleted. */
export const pageKey = pgTable(
  "page_key",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** With a key of AGEWAY_KEYS it makes the key. */
    salt: bytea("salt").notNull(),
    /** When all that it encrypts has expired. */
    purgeAt: moment("purge_at").notNull(),
  },
  (t) => [
    index("page_key_by_end").on(t.purgeAt),
    check("page_key_salt_has_32_bytes", sql`octet_length(${t.salt}) = 32`),
  ],
);

/** Stores an `Idempotency-Key` for 24 hours. Both digests are keyed, so the request cannot be read back. */
export const idempotencyKey = pgTable(
  "idempotency_key",
  {
    pluginKeyId: ofPluginKey(),
    key: digest("key").notNull(),
    request: digest("request").notNull(),
    verificationId: uuid("verification_id").notNull(),
    createdAt: born(),
  },
  (t) => [primaryKey({ columns: [t.pluginKeyId, t.key] }), index("idempotency_key_by_age").on(t.createdAt)],
);
