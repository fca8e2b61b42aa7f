CREATE TABLE "activity_day" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"facet" bigint NOT NULL,
	"plugin_key_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"code" text NOT NULL,
	"ok" boolean NOT NULL,
	"provider" text,
	"mode" text NOT NULL,
	"events" bigint NOT NULL,
	CONSTRAINT "activity_day_organization_id_day_facet_pk" PRIMARY KEY("organization_id","day","facet")
);
--> statement-breakpoint
CREATE TABLE "activity_event" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"plugin_key_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"code" text NOT NULL,
	"ok" boolean NOT NULL,
	"provider" text,
	"mode" text NOT NULL,
	"minimum_age" smallint,
	"host" text,
	"billed" boolean NOT NULL,
	"reference" text,
	"gap_count" integer,
	"facet" bigint GENERATED ALWAYS AS (hashtextextended(plugin_key_id::text || '/' || kind || '/' || code || '/' || coalesce(provider, '') || '/' || mode, 0)) STORED NOT NULL,
	CONSTRAINT "activity_event_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "activity_event_kind_is_known" CHECK ("activity_event"."kind" in ('call', 'step', 'check', 'gap')),
	CONSTRAINT "activity_event_code_is_a_word" CHECK ("activity_event"."code" ~ '^[a-z_]{1,40}$'),
	CONSTRAINT "activity_event_provider_is_known" CHECK ("activity_event"."provider" in ('s', 'b')),
	CONSTRAINT "activity_event_mode_is_known" CHECK ("activity_event"."mode" in ('live', 'test')),
	CONSTRAINT "activity_event_age_is_16_or_18" CHECK ("activity_event"."minimum_age" in (16, 18)),
	CONSTRAINT "activity_event_host_is_a_host" CHECK ("activity_event"."host" ~ '^[a-z0-9.:\[\]-]{1,253}$'),
	CONSTRAINT "activity_event_reference_is_short" CHECK ("activity_event"."reference" ~ '^[2-9A-HJ-NP-Z]{8}$'),
	CONSTRAINT "activity_event_gap_has_a_count" CHECK (("activity_event"."kind" = 'gap') = ("activity_event"."gap_count" is not null))
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE INDEX "activity_day_by_day" ON "activity_day" USING btree ("day");--> statement-breakpoint
CREATE INDEX "activity_event_by_facet" ON "activity_event" USING btree ("organization_id","facet","id");--> statement-breakpoint
CREATE INDEX "activity_event_by_host" ON "activity_event" USING btree ("organization_id","host","facet","id") WHERE "activity_event"."host" is not null;--> statement-breakpoint
CREATE INDEX "activity_event_by_reference" ON "activity_event" USING btree ("organization_id","reference","id") WHERE "activity_event"."reference" is not null;--> statement-breakpoint
-- Events are added and read, and leave only with their partition; counters grow.
GRANT SELECT, INSERT ON "activity_event" TO ageway_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "activity_day" TO ageway_app;--> statement-breakpoint

-- The moment that a UUID v7 carries.
CREATE FUNCTION uuid_v7_moment(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT to_timestamp(('x0000' || substr(id::text, 1, 8) || substr(id::text, 10, 4))::bit(64)::bigint / 1000.0)
$$;--> statement-breakpoint

-- Keeps a partition for yesterday, today and each of the next seven UTC days, and drops those whose youngest event is 30
-- days old; counters go after 13 months. A new partition is attached rather than created in place: that does not lock out
-- writers.
CREATE FUNCTION keep_activity_partitions() RETURNS void
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
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION keep_activity_partitions() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION keep_activity_partitions() TO ageway_app;--> statement-breakpoint
SELECT keep_activity_partitions();
