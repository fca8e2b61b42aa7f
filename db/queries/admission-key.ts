import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import type { Mode, SubscriptionStatus, VerifiedDevices } from "../schema/values.rules.ts";
import { jsonb } from "../sql.ts";
import { includedIn } from "./subscription.ts";

export type KeyRow = {
  text: string;
  id: string;
  mode: Mode;
  endsAt: Date | null;
  revokedAt: Date | null;
  pausedAt: Date | null;
  organizationId: string;
  suspendedAt: Date | null;
  /** The key's own setting, else its organization's. */
  verifiedDevices: VerifiedDevices;
  /** SHA-256 digests in hex of the secrets that a call must have one of; empty: the key needs none. */
  secrets: string[];
  /** The key's own limit, else its plan's; `null`: the instance's. */
  callsPerMinute: number | null;
  /** The brake: the most accepted calls of a clock hour, and those of this hour. */
  acceptedPerHour: number | null;
  acceptedThisHour: number;
  subscription: {
    status: SubscriptionStatus;
    pastDueSince: Date | null;
    currency: string;
    priceSMinor: number;
    priceBMinor: number;
    includedChecks: number;
    spendCapMinor: number | null;
    stopsAtCap: boolean;
  } | null;
  /** Live checks of this UTC month, and what they cost. */
  usage: { checks: number; spentMinor: number };
  domains: { host: string; includeSubdomains: boolean }[];
};

type Subscription = NonNullable<KeyRow["subscription"]>;

/** Reads what admission must know of these plugin keys, and the database's clock. It reads no domains other than `hosts`. */
export async function readKeys(db: Db, pluginKeys: string[], hosts: string[]): Promise<{ now: Date; keys: KeyRow[] }> {
  const [row] = await db.execute<{
    now: number;
    keys: (Omit<KeyRow, "subscription"> & {
      subscription: (Omit<Subscription, "pastDueSince"> & { pastDueSince: number | null }) | null;
    } & Record<"endsAt" | "revokedAt" | "pausedAt" | "suspendedAt", number | null>)[];
  }>(sql`
    WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now)
    SELECT ${millis(sql`clock.now`)} AS now, (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
        'text', k.key, 'id', k.id, 'mode', k.mode, 'endsAt', ${millis(sql`k.ends_at`)}, 'revokedAt', ${millis(sql`k.revoked_at`)},
        'pausedAt', ${millis(sql`k.paused_at`)}, 'organizationId', o.id, 'suspendedAt', ${millis(sql`o.suspended_at`)},
        'verifiedDevices', coalesce(k.verified_devices, o.verified_devices),
        'secrets', (SELECT coalesce(jsonb_agg(encode(x.digest, 'hex')), '[]') FROM plugin_key_secret x WHERE x.plugin_key_id = k.id),
        'callsPerMinute', coalesce(k.calls_per_minute, p.calls_per_minute), 'acceptedPerHour', k.accepted_per_hour,
        'acceptedThisHour', coalesce((SELECT h.accepted FROM key_hour h WHERE k.accepted_per_hour IS NOT NULL
          AND h.plugin_key_id = k.id AND h.hour = date_trunc('hour', clock.now, 'UTC')), 0),
        'subscription', CASE WHEN s.organization_id IS NULL THEN NULL ELSE jsonb_build_object(
          'status', s.status, 'pastDueSince', ${millis(sql`s.past_due_since`)}, 'currency', s.currency,
          'priceSMinor', s.price_s_minor, 'priceBMinor', s.price_b_minor, 'includedChecks', ${includedIn(sql`date_trunc('month', clock.now, 'UTC')::date`)},
          'spendCapMinor', s.spend_cap_minor, 'stopsAtCap', s.stops_at_cap) END,
        'usage', jsonb_build_object('checks', coalesce(u.events, 0), 'spentMinor', coalesce(u.spent_minor, 0)),
        'domains', (
          SELECT coalesce(jsonb_agg(jsonb_build_object('host', d.host, 'includeSubdomains', d.include_subdomains)), '[]')
          FROM domain d WHERE d.organization_id = o.id AND d.verified_at IS NOT NULL
            AND d.host IN (SELECT jsonb_array_elements_text(${jsonb(hosts)})))
      )), '[]')
      FROM plugin_key k
      JOIN organization o ON o.id = k.organization_id
      LEFT JOIN subscription s ON s.organization_id = o.id
      LEFT JOIN plan p ON p.id = s.plan_id
      LEFT JOIN usage_counter u ON u.organization_id = o.id AND u.period = date_trunc('month', clock.now, 'UTC')::date
      WHERE k.key IN (SELECT jsonb_array_elements_text(${jsonb(pluginKeys)}))
    ) AS keys
    FROM clock
  `);
  if (!row) throw new Error("The database did not tell the time");
  const keys = row.keys.map((key) => ({
    ...key,
    endsAt: momentOf(key.endsAt),
    revokedAt: momentOf(key.revokedAt),
    pausedAt: momentOf(key.pausedAt),
    suspendedAt: momentOf(key.suspendedAt),
    subscription: key.subscription && { ...key.subscription, pastDueSince: momentOf(key.subscription.pastDueSince) },
  }));
  return { now: new Date(Number(row.now)), keys };
}

function millis(moment: ReturnType<typeof sql>) {
  return sql`floor(extract(epoch FROM ${moment}) * 1000)::bigint`;
}

function momentOf(millis: number | null): Date | null {
  return millis === null ? null : new Date(millis);
}
