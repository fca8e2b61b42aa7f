ALTER TABLE "subscription" ADD COLUMN "included_period" date;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "included_in_period" integer;--> statement-breakpoint
ALTER TABLE "subscription_term" ADD COLUMN "included_checks" integer;
