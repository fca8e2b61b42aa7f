ALTER TABLE "subscription" ADD COLUMN "past_due_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "plan_id" text;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "monthly_fee_minor" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "included_checks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "stops_at_cap" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "tax_basis_points" integer;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_plan_id_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plan"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_fee_is_not_negative" CHECK ("subscription"."monthly_fee_minor" >= 0 and "subscription"."included_checks" >= 0);--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_tax_is_a_rate" CHECK ("subscription"."tax_basis_points" between 0 and 10000);--> statement-breakpoint
-- What there was before there were fees.
INSERT INTO "subscription_term" ("id", "organization_id", "starts_at", "status", "currency", "monthly_fee_minor")
SELECT gen_random_uuid(), "organization_id", "created_at", "status", "currency", 0 FROM "subscription";
