import { sql } from "drizzle-orm";
import type { Basis, MinimumAge, Mode, ProviderId } from "../schema/values.rules.ts";
import { jsonb } from "../sql.ts";
import type { LockedTransaction } from "./organization-lock.ts";

export type NewBill = {
  priceMinor: number;
  currency: string;
  basis: Basis;
};

export type NewVerification = {
  id: string;
  organizationId: string;
  pluginKeyId: string;
  provider: ProviderId;
  mode: Mode;
  minimumAge: MinimumAge;
  device: string;
  returnOrigin: string;
  returnUrl: string;
  createdAt: Date;
  /** Of the return URL. */
  host: string;
  /** `mac`: of the billing event, in hexadecimal. */
  bill: (NewBill & { mac: string }) | null;
  /** The price if it ends *verified*; `null`: it was billed at once, or is free. */
  reservedMinor: number | null;
  idempotency: { key: string; request: string } | null;
};

/**
 * Writes verifications, billing events, usage and Idempotency-Keys in one statement, so that a request is stored whole or
 * not at all.
 */
export async function insertVerifications(tx: LockedTransaction, rows: NewVerification[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    WITH accepted AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${jsonb(rows)}) AS r(
        id uuid, "organizationId" uuid, "pluginKeyId" uuid, provider text, mode text, "minimumAge" smallint, device text,
        "returnOrigin" text, "returnUrl" text, "createdAt" timestamptz, host text, bill jsonb,
        "reservedMinor" int, idempotency jsonb)
    ), verifications AS (
      INSERT INTO verification (id, organization_id, plugin_key_id, provider, mode, minimum_age, device, return_origin, return_url, created_at, reserved_minor)
      SELECT id, "organizationId", "pluginKeyId", provider, mode, "minimumAge", decode(device, 'hex'), "returnOrigin", "returnUrl", "createdAt", "reservedMinor"
      FROM accepted
    ), events AS (
      INSERT INTO billing_event (verification_id, organization_id, plugin_key_id, provider, mode, price_minor, currency, basis, host, created_at, mac)
      SELECT id, "organizationId", "pluginKeyId", provider, mode, (bill->>'priceMinor')::int, bill->>'currency', bill->>'basis', host, "createdAt",
        decode(bill->>'mac', 'hex')
      FROM accepted WHERE jsonb_typeof(bill) = 'object'
    ), usage AS (
      INSERT INTO usage_counter (organization_id, period, events, spent_minor)
      SELECT "organizationId", date_trunc('month', "createdAt", 'UTC')::date, count(*), sum((bill->>'priceMinor')::int)
      FROM accepted WHERE jsonb_typeof(bill) = 'object' AND mode = 'live' GROUP BY 1, 2
      ON CONFLICT (organization_id, period) DO UPDATE
      SET events = usage_counter.events + excluded.events, spent_minor = usage_counter.spent_minor + excluded.spent_minor
    )
    INSERT INTO idempotency_key (plugin_key_id, key, request, verification_id, created_at)
    SELECT "pluginKeyId", decode(idempotency->>'key', 'hex'), decode(idempotency->>'request', 'hex'), id, "createdAt"
    FROM accepted WHERE jsonb_typeof(idempotency) = 'object'
    ON CONFLICT (plugin_key_id, key) DO UPDATE
    SET request = excluded.request, verification_id = excluded.verification_id, created_at = excluded.created_at
  `);
}
