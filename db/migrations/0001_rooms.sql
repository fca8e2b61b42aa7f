-- The application's role. It adds to the ledger and to the audit log and can change nothing there; it forgets
-- verifications only through the function below.
DO $$ BEGIN
  CREATE ROLE ageway_app NOLOGIN;
EXCEPTION WHEN duplicate_object THEN NULL;
END $$;--> statement-breakpoint
DO $$ BEGIN
  IF NOT pg_has_role(current_user, 'ageway_app', 'SET') THEN
    EXECUTE format('GRANT ageway_app TO %I', current_user);
  END IF;
END $$;--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO ageway_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON
  "organization", "user", "member", "sign_in_account", "sign_in_session", "sign_in_link",
  "plugin_key", "domain", "subscription", "usage_counter", "idempotency_key"
  TO ageway_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "verification" TO ageway_app;--> statement-breakpoint
GRANT SELECT, INSERT ON "billing_event", "audit_event" TO ageway_app;--> statement-breakpoint

-- The smallest UUID v7 of a moment: where the ids of that moment begin.
CREATE FUNCTION uuid_v7_from(moment timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT overlay(
    '00000000-0000-7000-8000-000000000000'
    PLACING substr(ms, 1, 8) || '-' || substr(ms, 9, 4) FROM 1 FOR 13
  )::uuid
  FROM (SELECT lpad(to_hex(floor(extract(epoch FROM moment) * 1000)::bigint), 12, '0') AS ms) AS hex
$$;--> statement-breakpoint

-- Keeps an hourly partition for every hour of the next two days, and drops those in which the youngest row is 22 hours
-- old, so that with an hour's partition and an hour between two runs no row reaches its 24th hour.
-- A new partition is attached rather than created in place: that does not lock out writers.
CREATE FUNCTION keep_verification_partitions() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '3s' AS $$
DECLARE
  this_hour timestamptz := date_trunc('hour', now(), 'UTC');
  hour timestamptz;
  partition text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('keep_verification_partitions'));
  FOR hour IN SELECT generate_series(this_hour - interval '1 hour', this_hour + interval '48 hours', interval '1 hour') LOOP
    partition := 'verification_' || to_char(hour AT TIME ZONE 'UTC', 'YYYYMMDD"t"HH24');
    CONTINUE WHEN to_regclass(partition) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I (LIKE verification INCLUDING ALL)', partition);
    EXECUTE format(
      'ALTER TABLE verification ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      partition, uuid_v7_from(hour), uuid_v7_from(hour + interval '1 hour')
    );
  END LOOP;
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'verification'::regclass
      AND c.relname < 'verification_' || to_char((this_hour - interval '22 hours') AT TIME ZONE 'UTC', 'YYYYMMDD"t"HH24')
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE %I', partition);
  END LOOP;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION keep_verification_partitions() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION keep_verification_partitions() TO ageway_app;--> statement-breakpoint
SELECT keep_verification_partitions();--> statement-breakpoint

-- The job queue keeps its own tables in a schema of its own.
CREATE SCHEMA IF NOT EXISTS jobs AUTHORIZATION ageway_app;
