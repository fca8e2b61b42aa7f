CREATE TABLE "stripe_meter_batch" (
	"organization_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"provider" text NOT NULL,
	"unit_minor" integer NOT NULL,
	"number" integer NOT NULL,
	"currency" char(3) NOT NULL,
	"quantity" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"given_up_at" timestamp (3) with time zone,
	CONSTRAINT "stripe_meter_batch_pk" PRIMARY KEY("organization_id","hour","provider","unit_minor","number"),
	CONSTRAINT "stripe_meter_batch_costs_something" CHECK ("stripe_meter_batch"."unit_minor" <> 0 and "stripe_meter_batch"."quantity" > 0),
	CONSTRAINT "stripe_meter_batch_is_collected_once" CHECK (num_nonnulls("stripe_meter_batch"."sent_at", "stripe_meter_batch"."given_up_at") <= 1)
);--> statement-breakpoint
ALTER TABLE "stripe_customer" ADD COLUMN "reread_to" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stripe_customer" ADD COLUMN "reread_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "stripe_meter_batch_waiting" ON "stripe_meter_batch" USING btree ("organization_id","at") WHERE "stripe_meter_batch"."sent_at" is null and "stripe_meter_batch"."given_up_at" is null;--> statement-breakpoint
CREATE INDEX "stripe_meter_batch_given_up" ON "stripe_meter_batch" USING btree ("organization_id","given_up_at") WHERE "stripe_meter_batch"."given_up_at" is not null;--> statement-breakpoint
-- What a batch is, is written once; afterwards it is only noted where it went.
GRANT SELECT, INSERT, UPDATE ("sent_at", "given_up_at") ON "stripe_meter_batch" TO ageway_app;
