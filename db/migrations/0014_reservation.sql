ALTER TABLE "verification" ADD COLUMN "reserved_minor" integer;--> statement-breakpoint
-- Writers wait while it is built: twelve hours of rows at most, of which only the unfinished live checks of provider s go into it.
CREATE INDEX "verification_reserved" ON "verification" USING btree ("organization_id","id") WHERE "verification"."provider" = 's' and "verification"."mode" = 'live' and "verification"."completed_at" is null;
