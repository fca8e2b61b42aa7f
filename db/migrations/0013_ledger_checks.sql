-- After the fact, so that no call waits while the rows that are there are read.
ALTER TABLE "billing_event" VALIDATE CONSTRAINT "billing_event_basis_is_known";--> statement-breakpoint
ALTER TABLE "billing_event" VALIDATE CONSTRAINT "billing_event_only_reversals_are_negative";--> statement-breakpoint
ALTER TABLE "billing_event" VALIDATE CONSTRAINT "billing_event_reversal_has_reason";
