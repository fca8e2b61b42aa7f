CREATE TABLE "why_not_day" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"why" text NOT NULL,
	"checks" bigint NOT NULL,
	CONSTRAINT "why_not_day_organization_id_day_why_pk" PRIMARY KEY("organization_id","day","why"),
	CONSTRAINT "why_not_day_why_is_known" CHECK ("why_not_day"."why" in ('too_young', 'cancelled', 'no_age', 'failed'))
);
--> statement-breakpoint
CREATE INDEX "why_not_day_by_day" ON "why_not_day" USING btree ("day");--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "why_not_day" TO ageway_app;--> statement-breakpoint

-- The version that is being replaced adds to these counters meanwhile, in this order: it and this wait for each other in no ring.
DO $$ BEGIN
  PERFORM FROM activity_day WHERE mode = 'live' AND kind = 'step' ORDER BY organization_id, day, facet FOR UPDATE;
END $$;--> statement-breakpoint
-- What was on record of live checks before: the daily sums stay, as they are kept from now on; what told one check from
-- another goes.
INSERT INTO why_not_day (organization_id, day, why, checks)
SELECT organization_id, day, CASE code WHEN 'too_young' THEN 'too_young' WHEN 'went_back' THEN 'cancelled' ELSE 'failed' END, sum(events)
FROM activity_day WHERE mode = 'live' AND kind = 'step' AND code IN ('too_young', 'went_back', 'gave_up')
GROUP BY 1, 2, 3;--> statement-breakpoint
INSERT INTO activity_day (organization_id, day, facet, plugin_key_id, kind, code, ok, provider, mode, events)
SELECT organization_id, day, hashtextextended(plugin_key_id::text || '/step/not_confirmed/' || coalesce(provider, '') || '/live', 0),
  plugin_key_id, 'step', 'not_confirmed', true, provider, 'live', sum(events)
FROM activity_day WHERE mode = 'live' AND kind = 'step' AND code IN ('too_young', 'went_back', 'gave_up')
GROUP BY organization_id, day, plugin_key_id, provider;--> statement-breakpoint
DELETE FROM activity_day WHERE mode = 'live' AND kind = 'step'
  AND code NOT IN ('opened', 'confirmed', 'not_confirmed', 'expired', 'used', 'in_app_browser', 'cookies_blocked', 'shop_unavailable', 'link_incomplete');--> statement-breakpoint
UPDATE activity_event SET code = 'not_confirmed', ok = true, billed = false
WHERE mode = 'live' AND kind = 'step' AND code IN ('too_young', 'went_back', 'gave_up');--> statement-breakpoint
DELETE FROM activity_event WHERE mode = 'live' AND kind = 'step'
  AND code NOT IN ('opened', 'confirmed', 'not_confirmed', 'expired', 'used', 'in_app_browser', 'cookies_blocked', 'shop_unavailable', 'link_incomplete');--> statement-breakpoint
UPDATE activity_event SET reference = NULL WHERE kind = 'check' AND reference IS NOT NULL;--> statement-breakpoint

CREATE OR REPLACE FUNCTION keep_activity_partitions() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '3s' AS $$
DECLARE
  today timestamptz := date_trunc('day', now(), 'UTC');
  day timestamptz;
  partition text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('keep_activity_partitions'));
  FOR day IN SELECT generate_series(today - interval '24 hours', today + 7 * interval '24 hours', interval '24 hours') LOOP
    partition := 'activity_event_' || to_char(day AT TIME ZONE 'UTC', 'YYYYMMDD');
    CONTINUE WHEN to_regclass(partition) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I (LIKE activity_event INCLUDING ALL)', partition);
    EXECUTE format(
      'ALTER TABLE activity_event ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      partition, uuid_v7_from(day), uuid_v7_from(day + interval '24 hours')
    );
  END LOOP;
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'activity_event'::regclass
      AND c.relname < 'activity_event_' || to_char((today - 30 * interval '24 hours') AT TIME ZONE 'UTC', 'YYYYMMDD')
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE %I', partition);
  END LOOP;
  DELETE FROM activity_day WHERE activity_day.day < (today AT TIME ZONE 'UTC')::date - 400;
  DELETE FROM why_not_day WHERE why_not_day.day < (today AT TIME ZONE 'UTC')::date - 400;
END $$;
