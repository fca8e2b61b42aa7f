-- The version that is being replaced goes on writing why a live check was not confirmed, until it is gone. Nothing keeps that,
-- whoever writes it: a step that tells such a check from another becomes `not_confirmed`, or is not stored.
CREATE FUNCTION activity_live_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.code NOT IN ('too_young', 'went_back', 'gave_up') THEN RETURN NULL; END IF;
  NEW.code := 'not_confirmed';
  NEW.ok := true;
  NEW.billed := false;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER activity_live_step BEFORE INSERT ON "activity_event" FOR EACH ROW
WHEN (NEW.mode = 'live' AND NEW.kind = 'step' AND NEW.code IN ('too_young', 'went_back', 'gave_up', 'claimed', 'tried_again',
  'cancelled', 'eid_timeout', 'eid_no_age', 'eid_refused', 'eid_down', 'other_browser'))
EXECUTE FUNCTION activity_live_step();--> statement-breakpoint
-- What it has written since the rows of before were cleared.
UPDATE activity_event SET code = 'not_confirmed', ok = true, billed = false
WHERE id >= uuid_v7_from(now() - interval '1 hour') AND mode = 'live' AND kind = 'step' AND code IN ('too_young', 'went_back', 'gave_up');--> statement-breakpoint
DELETE FROM activity_event
WHERE id >= uuid_v7_from(now() - interval '1 hour') AND mode = 'live' AND kind = 'step' AND code IN ('claimed', 'tried_again',
  'cancelled', 'eid_timeout', 'eid_no_age', 'eid_refused', 'eid_down', 'other_browser');--> statement-breakpoint
DELETE FROM activity_day
WHERE mode = 'live' AND kind = 'step' AND code IN ('too_young', 'went_back', 'gave_up', 'claimed', 'tried_again', 'cancelled',
  'eid_timeout', 'eid_no_age', 'eid_refused', 'eid_down', 'other_browser');
