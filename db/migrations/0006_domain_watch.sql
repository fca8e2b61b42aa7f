ALTER TABLE "domain" ADD COLUMN "proven_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "domain" ADD COLUMN "missing_since" timestamp (3) with time zone;