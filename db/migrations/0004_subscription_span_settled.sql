ALTER TABLE "subscription_span" ADD COLUMN "subscription_id" text;--> statement-breakpoint
ALTER TABLE "subscription_span" ADD COLUMN "settled_at" timestamp (3) with time zone;--> statement-breakpoint
GRANT UPDATE ("subscription_id", "settled_at") ON "subscription_span" TO ageway_app;