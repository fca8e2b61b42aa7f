ALTER TABLE "activity_day" ALTER COLUMN "facet" DROP EXPRESSION;--> statement-breakpoint
-- As the column was generated before, which a version that still serves relies on.
CREATE FUNCTION activity_day_facet() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.facet := hashtextextended(NEW.plugin_key_id::text || '/' || NEW.kind || '/' || NEW.code || '/' || coalesce(NEW.provider, '')
    || '/' || NEW.mode || '/' || coalesce(NEW.minimum_age::text, ''), 0);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER activity_day_facet BEFORE INSERT ON "activity_day" FOR EACH ROW EXECUTE FUNCTION activity_day_facet();
