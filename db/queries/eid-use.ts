import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import type { Mode, ProviderId } from "../schema/values.rules.ts";

/** Holds how visitors fared at one eID lately, and nothing of whose they were. Moments are milliseconds since 1970. */
export type EidUse = {
  mode: Mode;
  provider: ProviderId;
  /** Somebody was confirmed in the hour before the last quarter of an hour began, so nobody reads the minute of one check. */
  wasConfirmed: boolean;
  /** Counts checks of the last hour that met an eID that is down, since the last one that was confirmed. */
  downs: number;
  downSince: number | null;
  lastDown: number | null;
};

/**
 * Reads it of all organizations, for each eID that a visitor went to. It uses no other problem and no other outcome: they
 * would tell about a person.
 */
export async function readEidUse(db: Db): Promise<EidUse[]> {
  return db.execute<EidUse>(sql`
    SELECT mode, provider,
      coalesce(bool_or(outcome = 'verified' AND completed_at > quarter - interval '1 hour' AND completed_at <= quarter), false)
        AS "wasConfirmed",
      (count(*) FILTER (WHERE is_down))::int AS downs,
      (extract(epoch FROM min(started_at) FILTER (WHERE is_down)) * 1000)::float8 AS "downSince",
      (extract(epoch FROM max(started_at) FILTER (WHERE is_down)) * 1000)::float8 AS "lastDown"
    FROM (
      SELECT mode, provider, started_at, completed_at, outcome, date_bin('15 minutes', now(), 'epoch') AS quarter,
        problem = 'eid_down' AND started_at > now() - interval '1 hour' AND started_at > coalesce(
          max(completed_at) FILTER (WHERE outcome = 'verified') OVER (PARTITION BY mode, provider), '-infinity') AS is_down
      FROM verification
      -- A quarter and an hour, and the 25 minutes that a check takes at most.
      WHERE id >= (SELECT uuid_v7_from(now() - interval '100 minutes')) AND started_at IS NOT NULL
    ) recent
    GROUP BY mode, provider`);
}
