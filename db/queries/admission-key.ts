import type { Db } from "../client.ts";
import { arrayOf, preparedStatement } from "../prepared.ts";
import type { Mode, SubscriptionStatus, VerifiedDevices } from "../schema/values.rules.ts";
import { type ReservedRow, reservedAt } from "./reservation.ts";

export type KeyRow = {
  text: string;
  id: string;
  mode: Mode;
  endsAt: Date | null;
  revokedAt: Date | null;
  pausedAt: Date | null;
  organizationId: string;
  /** It rises with every change that takes the organization's lock, so with every fact below but the usage. */
  factsVersion: number;
  suspendedAt: Date | null;
  /** The key's own setting, else its organization's. */
  verifiedDevices: VerifiedDevices;
  /** SHA-256 digests of its secrets, in hexadecimal. */
  secrets: string[];
  /** Its calls must carry one of them. */
  isLocked: boolean;
  /** The key's own limit, else its plan's; `null`: the instance's. */
  callsPerMinute: number | null;
  /** Limits one address without a secret: the key's own limit, else its plan's; `null`: the instance's. */
  callsPerAddress: number | null;
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
  usage: UsageRow;
  /** Says what checks under way have reserved, if the cap stops. Read with the usage: a check is never missing in both. */
  reserved: ReservedRow[];
  domains: { host: string; includeSubdomains: boolean }[];
};

/** Live checks of this UTC month, and what they cost. */
type UsageRow = { checks: number; spentMinor: number; isCounted: boolean };

type Subscription = NonNullable<KeyRow["subscription"]>;
type Read = { now: Date } & Omit<KeyRow, "subscription" | "usage" | "reserved" | "domains"> & {
    [Term in keyof Subscription]: Subscription[Term] | null;
  } & {
    [Used in keyof UsageRow]: UsageRow[Used] | null;
  } & { reserved: ReservedRow[] | null; domains: [host: string, includeSubdomains: boolean][] | null };

const READ = preparedStatement<Read>(`
  SELECT c.now, k.key AS text, k.id, k.mode, k.ends_at AS "endsAt", k.revoked_at AS "revokedAt", k.paused_at AS "pausedAt",
    o.id AS "organizationId", o.facts_version AS "factsVersion", o.suspended_at AS "suspendedAt",
    coalesce(k.verified_devices, o.verified_devices) AS "verifiedDevices",
    ARRAY(SELECT encode(x.digest, 'hex') FROM plugin_key_secret x WHERE x.plugin_key_id = k.id) AS secrets,
    k.locked_at IS NOT NULL AS "isLocked", coalesce(k.calls_per_minute, p.calls_per_minute) AS "callsPerMinute",
    coalesce(k.calls_per_address, p.calls_per_address) AS "callsPerAddress", k.accepted_per_hour AS "acceptedPerHour",
    coalesce((SELECT h.accepted FROM key_hour h WHERE k.accepted_per_hour IS NOT NULL
      AND h.plugin_key_id = k.id AND h.hour = date_trunc('hour', c.now, 'UTC')), 0) AS "acceptedThisHour",
    s.status, s.past_due_since AS "pastDueSince", s.currency, s.price_s_minor AS "priceSMinor", s.price_b_minor AS "priceBMinor",
    CASE WHEN s.included_period = c.month THEN s.included_in_period ELSE s.included_checks END AS "includedChecks",
    s.spend_cap_minor AS "spendCapMinor", s.stops_at_cap AS "stopsAtCap",
    u.events AS checks, u.spent_minor AS "spentMinor", u.period IS NOT NULL AS "isCounted",
    CASE WHEN s.stops_at_cap AND s.spend_cap_minor IS NOT NULL THEN ${reservedAt("o.id", "c.now")} END AS reserved,
    (SELECT jsonb_agg(jsonb_build_array(d.host, d.include_subdomains)) FROM domain d
      WHERE d.organization_id = o.id AND d.host = ANY(a.hosts::text[]) AND d.verified_at IS NOT NULL) AS domains
  FROM (SELECT now, date_trunc('month', now, 'UTC')::date AS month FROM (SELECT clock_timestamp() AS now OFFSET 0) clock OFFSET 0) c
  LEFT JOIN (unnest($1::text[], $2::text[]) AS a(key, hosts)
    JOIN plugin_key k ON k.key = a.key
    JOIN organization o ON o.id = k.organization_id) ON true
  LEFT JOIN subscription s ON s.organization_id = o.id
  LEFT JOIN plan p ON p.id = s.plan_id
  LEFT JOIN usage_counter u ON u.organization_id = o.id AND u.period = c.month
`);

/**
 * The keys with these texts, what the rules must know about them, and the database's clock. `hosts`: of the verified domains that
 * are asked for, by the key's text. Unknown keys are missing.
 */
export async function readKeys(
  db: Db,
  hosts: ReadonlyMap<string, readonly string[]>,
): Promise<{ now: Date; keys: KeyRow[] }> {
  const rows = await READ(db, arrayOf([...hosts.keys()]), arrayOf([...hosts.values()].map(arrayOf)));
  const [first] = rows;
  if (!first) throw new Error("The database did not tell the time");
  return { now: first.now, keys: first.id === null ? [] : rows.map(fromRead) };
}

function fromRead({ now: _, ...row }: Read): KeyRow {
  const {
    status,
    pastDueSince,
    currency,
    priceSMinor,
    priceBMinor,
    includedChecks,
    spendCapMinor,
    stopsAtCap,
    ...rest
  } = row;
  const { checks, spentMinor, isCounted, reserved, domains, ...key } = rest;
  const terms = { status, pastDueSince, currency, priceSMinor, priceBMinor, includedChecks, spendCapMinor, stopsAtCap };
  return {
    ...key,
    subscription: status === null ? null : (terms as Subscription),
    usage: {
      checks: checks ?? 0,
      spentMinor: spentMinor ?? 0,
      isCounted: isCounted ?? false,
    },
    reserved: reserved ?? [],
    domains: (domains ?? []).map(([host, includeSubdomains]) => ({ host, includeSubdomains })),
  };
}
