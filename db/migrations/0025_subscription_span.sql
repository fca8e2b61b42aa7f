CREATE TABLE "subscription_span" (
	"organization_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	CONSTRAINT "subscription_span_pk" PRIMARY KEY("organization_id","since"),
	CONSTRAINT "subscription_span_ends_after_its_start" CHECK ("subscription_span"."until" >= "subscription_span"."since")
);--> statement-breakpoint
ALTER TABLE "subscription_span" ADD CONSTRAINT "subscription_span_customer_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."stripe_customer"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_span_one_is_open" ON "subscription_span" USING btree ("organization_id") WHERE "subscription_span"."until" is null;--> statement-breakpoint
-- A span is written once; afterwards only its end may change.
GRANT SELECT, INSERT, UPDATE ("until") ON "subscription_span" TO ageway_app;--> statement-breakpoint
INSERT INTO "subscription_span" ("organization_id", "since", "until")
SELECT "organization_id", "subscribed_at", "ended_at" FROM "stripe_customer" WHERE "subscribed_at" IS NOT NULL;--> statement-breakpoint
-- Only the audit log remembered the spans before the last one.
INSERT INTO "subscription_span" ("organization_id", "since", "until")
SELECT "organization_id", ("before"->>'stripeSubscribedAt')::timestamptz, ("before"->>'stripeEndedAt')::timestamptz FROM "audit_event"
WHERE "action" = 'subscription.followed' AND "before"->>'stripeEndedAt' IS NOT NULL
	AND "organization_id" IN (SELECT "organization_id" FROM "stripe_customer")
ON CONFLICT DO NOTHING;--> statement-breakpoint
ALTER TABLE "stripe_customer" DROP COLUMN "subscribed_at";--> statement-breakpoint
ALTER TABLE "stripe_customer" DROP COLUMN "ended_at";
