CREATE TYPE "public"."result_step" AS ENUM('confirmed', 'not_confirmed', 'too_young', 'went_back', 'gave_up', 'eid_down', 'other_browser', 'in_app_browser', 'cookies_blocked', 'expired', 'used', 'shop_unavailable', 'link_incomplete');--> statement-breakpoint
CREATE TABLE "activity_check" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"reference" text NOT NULL,
	"id" uuid,
	"plugin_key_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"provider" text,
	"minimum_age" smallint,
	"host" text,
	"is_opened" boolean NOT NULL,
	"is_claimed" boolean NOT NULL,
	"result_step" "result_step",
	"ended_at" timestamp (3) with time zone,
	"dropped_count" integer,
	CONSTRAINT "activity_check_organization_id_reference_day_pk" PRIMARY KEY("organization_id","reference","day"),
	CONSTRAINT "activity_check_no_keeps_its_moment" CHECK ("activity_check"."mode" = 'test' or "activity_check"."ended_at" is null or "activity_check"."result_step" = 'confirmed')
) PARTITION BY RANGE ("day");
--> statement-breakpoint
CREATE TABLE "activity_unlisted" (
	"before" timestamp (3) with time zone PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX "activity_check_newest" ON "activity_check" USING btree ("organization_id","mode","day","id");--> statement-breakpoint
CREATE INDEX "activity_check_by_host" ON "activity_check" USING btree ("organization_id","host","day","id");--> statement-breakpoint

-- From here on by hand. The app's role reads the list; what it says, the triggers and functions below write.
GRANT SELECT ON "activity_check", "activity_unlisted" TO ageway_app;--> statement-breakpoint

-- As before, and of this table with a day for bounds.
CREATE OR REPLACE FUNCTION make_partition(parent text, format text, start timestamptz, ends timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  partition text := parent || '_' || to_char(start AT TIME ZONE 'UTC', format);
  bounds text[] := ARRAY[uuid_v7_from(start), uuid_v7_from(ends)]::text[];
BEGIN
  IF to_regclass(partition) IS NOT NULL THEN RETURN; END IF;
  IF parent = 'activity_check' THEN
    bounds := ARRAY[(start AT TIME ZONE 'UTC')::date, (ends AT TIME ZONE 'UTC')::date]::text[];
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', partition, parent);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, partition, bounds[1], bounds[2]);
END $$;--> statement-breakpoint
-- As before, and for each day of events one of the list.
CREATE OR REPLACE FUNCTION make_partitions() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '3s' AS $$
DECLARE
  width interval := interval '3 hours';
  this_hour timestamptz := date_trunc('hour', now(), 'UTC');
  today timestamptz := date_trunc('day', now(), 'UTC');
  start timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('make_partitions'));
  FOR start IN SELECT generate_series(verification_partition_start(this_hour - interval '1 hour'), this_hour + interval '48 hours', width) LOOP
    PERFORM make_partition('verification', 'YYYYMMDD"t"HH24', start, start + width);
  END LOOP;
  FOR start IN SELECT generate_series(today - interval '24 hours', today + 7 * interval '24 hours', interval '24 hours') LOOP
    PERFORM make_partition('activity_check', 'YYYYMMDD', start, start + interval '24 hours');
    PERFORM make_partition('activity_event', 'YYYYMMDD', start, start + interval '24 hours');
  END LOOP;
  PERFORM make_ledger_partitions(today - interval '24 hours');
  FOR months IN 0..3 LOOP
    PERFORM make_ledger_partitions((date_trunc('month', now() AT TIME ZONE 'UTC') + months * interval '1 month') AT TIME ZONE 'UTC');
  END LOOP;
END $$;--> statement-breakpoint
-- In which the youngest event is 30 days old; then the list of the same days.
CREATE OR REPLACE FUNCTION drop_activity_partition() RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  last text := to_char((date_trunc('day', now(), 'UTC') - 31 * interval '24 hours') AT TIME ZONE 'UTC', 'YYYYMMDD');
  dropped text := drop_oldest_partition('activity_event', 'activity_event_' || last);
BEGIN
  IF dropped <> 'none' THEN RETURN dropped; END IF;
  RETURN drop_oldest_partition('activity_check', 'activity_check_' || last);
END $$;--> statement-breakpoint
-- For every day of which there are events.
SELECT make_partition('activity_check', 'YYYYMMDD', day, day + interval '24 hours')
FROM (
  SELECT to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp AT TIME ZONE 'UTC' AS day
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'activity_event'::regclass
) AS days;--> statement-breakpoint

-- Makes rows of the events that a statement has stored, or adds what they say to those that are there. The steps of a check may
-- be stored before its call, by another process, and after midnight: then its row is of the day before.
CREATE FUNCTION list_checks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO activity_check AS known (organization_id, reference, day, id, plugin_key_id, mode, provider, minimum_age, host,
    dropped_count, is_opened, is_claimed, result_step, ended_at)
  SELECT organization_id, reference, coalesce((
      SELECT y.day FROM activity_check y
      WHERE y.organization_id = e.organization_id AND y.reference = e.reference AND y.day = e.day - 1
    ), day), id, plugin_key_id, mode, provider, minimum_age, host, dropped_count, is_opened, is_claimed, result_step, ended_at
  FROM (
    SELECT DISTINCT ON (organization_id, reference) organization_id, reference, plugin_key_id, mode, provider, minimum_age, host,
      dropped_count, CASE WHEN kind <> 'step' THEN id END AS id,
      min((uuid_v7_moment(id) AT TIME ZONE 'UTC')::date) OVER same AS day,
      bool_or(code IN ('opened', 'in_app_browser')) OVER same AS is_opened,
      bool_or(code IN ('claimed', 'confirmed', 'not_confirmed', 'too_young', 'went_back', 'gave_up')) OVER same AS is_claimed,
      min(CASE WHEN code = ANY (enum_range(NULL::result_step)::text[]) THEN code::result_step END) OVER same AS result_step,
      min(CASE WHEN code = 'confirmed' OR (mode = 'test' AND code IN ('not_confirmed', 'too_young', 'went_back', 'gave_up'))
        THEN uuid_v7_moment(id) END) OVER same AS ended_at
    FROM (
      SELECT w.id, organization_id, kind, code, plugin_key_id, mode, provider, minimum_age, host, dropped_count,
        -- A count of events that were not recorded has none, and gets one.
        coalesce(reference, translate(upper(left(md5(w.id::text), 8)), '01', 'XY')) AS reference
      FROM written w WHERE kind = 'dropped' OR (reference IS NOT NULL AND (kind = 'step' OR (kind = 'call' AND code = 'accepted')))
    ) AS told
    WINDOW same AS (PARTITION BY organization_id, reference)
    ORDER BY organization_id, reference, kind, id
  ) AS e
  ON CONFLICT (organization_id, reference, day) DO UPDATE SET
    id = coalesce(known.id, excluded.id),
    -- Of a test check from the dashboard, whose page is ours, the call names no host, and its steps do.
    host = CASE WHEN excluded.id IS NULL THEN known.host ELSE excluded.host END,
    is_opened = known.is_opened OR excluded.is_opened, is_claimed = known.is_claimed OR excluded.is_claimed,
    result_step = least(known.result_step, excluded.result_step), ended_at = least(known.ended_at, excluded.ended_at);
  RETURN NULL;
END $$;--> statement-breakpoint

-- Lists the checks of one hour of before this table was; says whether there may be more. Their steps came within a day.
CREATE FUNCTION list_older_checks() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  ends timestamptz;
  begins timestamptz;
BEGIN
  SELECT before INTO ends FROM activity_unlisted FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  begins := ends - interval '1 hour';
  IF begins < now() - interval '32 days' THEN
    DELETE FROM activity_unlisted;
    RETURN false;
  END IF;
  INSERT INTO activity_check AS known (organization_id, reference, day, id, plugin_key_id, mode, provider, minimum_age, host,
    dropped_count, is_opened, is_claimed, result_step, ended_at)
  SELECT DISTINCT ON (e.organization_id, e.reference) e.organization_id, e.reference,
    (uuid_v7_moment(e.id) AT TIME ZONE 'UTC')::date, e.id, e.plugin_key_id, e.mode, e.provider, e.minimum_age, e.host, e.dropped_count,
    coalesce(is_opened, false), coalesce(is_claimed, false), result_step, ended_at
  FROM (
    SELECT made.*
    FROM (
      SELECT DISTINCT facet FROM activity_day
      WHERE (kind = 'dropped' OR (kind = 'call' AND code = 'accepted'))
        AND day BETWEEN (begins AT TIME ZONE 'UTC')::date - 1 AND (begins AT TIME ZONE 'UTC')::date
    ) AS facets CROSS JOIN LATERAL (
      SELECT id, organization_id, plugin_key_id, mode, provider, minimum_age, host, dropped_count,
        coalesce(reference, translate(upper(left(md5(id::text), 8)), '01', 'XY')) AS reference
      FROM activity_event WHERE facet = facets.facet AND id >= uuid_v7_from(begins) AND id < uuid_v7_from(ends)
    ) AS made
  ) AS e
  CROSS JOIN LATERAL (
    SELECT bool_or(code IN ('opened', 'in_app_browser')) AS is_opened,
      bool_or(code IN ('claimed', 'confirmed', 'not_confirmed', 'too_young', 'went_back', 'gave_up')) AS is_claimed,
      min(CASE WHEN code = ANY (enum_range(NULL::result_step)::text[]) THEN code::result_step END) AS result_step,
      min(CASE WHEN code = 'confirmed' OR (s.mode = 'test' AND code IN ('not_confirmed', 'too_young', 'went_back', 'gave_up'))
        THEN uuid_v7_moment(s.id) END) AS ended_at
    FROM activity_event s
    WHERE s.organization_id = e.organization_id AND s.reference = e.reference AND s.kind = 'step'
      AND s.id >= uuid_v7_from(begins) AND s.id < uuid_v7_from(ends + interval '24 hours')
  ) AS steps
  ORDER BY e.organization_id, e.reference, e.id
  ON CONFLICT (organization_id, reference, day) DO UPDATE SET
    id = excluded.id, host = excluded.host,
    is_opened = known.is_opened OR excluded.is_opened, is_claimed = known.is_claimed OR excluded.is_claimed,
    result_step = least(known.result_step, excluded.result_step), ended_at = least(known.ended_at, excluded.ended_at);
  UPDATE activity_unlisted SET before = begins;
  RETURN true;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION list_older_checks() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION list_older_checks() TO ageway_app;--> statement-breakpoint

-- What locks events comes last. An older version finds hosts without their index, only slower.
CREATE TRIGGER list_checks AFTER INSERT ON "activity_event" REFERENCING NEW TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION list_checks();--> statement-breakpoint
DROP INDEX "activity_event_by_host";--> statement-breakpoint
INSERT INTO "activity_unlisted" SELECT date_trunc('hour', now(), 'UTC') + interval '1 hour' WHERE EXISTS (SELECT FROM "activity_event");
