-- Keeps an hourly partition for every hour of the next two days, and drops those in which the youngest row is 12 hours
-- old: nothing asks for a row after three, and ten hourly runs may be missed before a row reaches its 24th hour.
-- A new partition is attached rather than created in place: that does not lock out writers.
CREATE OR REPLACE FUNCTION keep_verification_partitions() RETURNS void
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
      AND c.relname < 'verification_' || to_char((this_hour - interval '12 hours') AT TIME ZONE 'UTC', 'YYYYMMDD"t"HH24')
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE %I', partition);
  END LOOP;
END $$;
