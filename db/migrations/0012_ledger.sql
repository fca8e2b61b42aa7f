ALTER TABLE "billing_event" DROP CONSTRAINT "billing_event_price_is_not_negative";--> statement-breakpoint
ALTER TABLE "billing_event" ADD COLUMN "basis" text;--> statement-breakpoint
ALTER TABLE "billing_event" ADD COLUMN "host" text;--> statement-breakpoint
ALTER TABLE "billing_event" ADD COLUMN "reverses" uuid;--> statement-breakpoint
ALTER TABLE "billing_event" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "billing_event" ADD COLUMN "actor" text;--> statement-breakpoint
ALTER TABLE "billing_event" ADD COLUMN "credit_note_id" uuid;--> statement-breakpoint
CREATE INDEX "billing_event_by_credit_note" ON "billing_event" USING btree ("credit_note_id") WHERE "billing_event"."credit_note_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_event_reversed_once" ON "billing_event" USING btree ("reverses") WHERE "billing_event"."reverses" is not null;--> statement-breakpoint
ALTER TABLE "billing_event" ADD CONSTRAINT "billing_event_basis_is_known" CHECK ("billing_event"."basis" in ('price', 'included', 'over_cap', 'test', 'no_terms')) NOT VALID;--> statement-breakpoint
ALTER TABLE "billing_event" ADD CONSTRAINT "billing_event_only_reversals_are_negative" CHECK ("billing_event"."reverses" is not null or "billing_event"."price_minor" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "billing_event" ADD CONSTRAINT "billing_event_reversal_has_reason" CHECK (case when "billing_event"."reverses" is null then num_nonnulls("billing_event"."reason", "billing_event"."actor", "billing_event"."credit_note_id") = 0 else "billing_event"."price_minor" <= 0 and num_nulls("billing_event"."reason", "billing_event"."actor") = 0 end) NOT VALID;
