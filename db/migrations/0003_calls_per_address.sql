ALTER TABLE "plugin_key" ADD COLUMN "calls_per_address" integer;--> statement-breakpoint
ALTER TABLE "plan" ADD COLUMN "calls_per_address" integer;--> statement-breakpoint
ALTER TABLE "plugin_key" ADD CONSTRAINT "plugin_key_calls_per_address_is_positive" CHECK ("plugin_key"."calls_per_address" > 0);--> statement-breakpoint
ALTER TABLE "plan" ADD CONSTRAINT "plan_calls_per_address_is_positive" CHECK ("plan"."calls_per_address" > 0);