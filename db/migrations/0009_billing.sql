CREATE TABLE "closed_month" (
	"period" date PRIMARY KEY NOT NULL,
	"closed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "document_number" (
	"series" text PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL,
	CONSTRAINT "document_number_does_not_fall" CHECK ("document_number"."last" >= 0)
);--> statement-breakpoint
CREATE TABLE "former_organization" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"legal_address" text,
	"deleted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "invoice" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"prefix" text NOT NULL,
	"tax_name" text NOT NULL,
	"kind" text NOT NULL,
	"organization_id" uuid NOT NULL,
	"period" date,
	"credits_id" uuid,
	"reason" text,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"due_on" date NOT NULL,
	"currency" char(3) NOT NULL,
	"lines" text NOT NULL,
	"net_minor" bigint NOT NULL,
	"tax_basis_points" integer NOT NULL,
	"tax_minor" bigint NOT NULL,
	"total_minor" bigint NOT NULL,
	"seller" text NOT NULL,
	"buyer" text NOT NULL,
	"seal_position" bigint NOT NULL,
	"seal_digest" "bytea",
	"digest" "bytea" NOT NULL,
	CONSTRAINT "invoice_number_unique" UNIQUE("number"),
	CONSTRAINT "invoice_kind_is_known" CHECK ("invoice"."kind" in ('invoice', 'credit_note')),
	CONSTRAINT "invoice_number_counts_from_one" CHECK ("invoice"."number" >= 1),
	CONSTRAINT "invoice_adds_up" CHECK ("invoice"."total_minor" = "invoice"."net_minor" + "invoice"."tax_minor"),
	CONSTRAINT "invoice_is_for_a_month_or_a_credit" CHECK (("invoice"."period" is null) = ("invoice"."credits_id" is not null)),
	CONSTRAINT "invoice_period_is_a_month" CHECK (extract(day from "invoice"."period") = 1)
);--> statement-breakpoint
CREATE TABLE "invoice_payment" (
	"invoice_id" uuid PRIMARY KEY NOT NULL,
	"paid_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"note" text NOT NULL
);--> statement-breakpoint
CREATE TABLE "key_alert" (
	"plugin_key_id" uuid NOT NULL,
	"day" date NOT NULL,
	"organization_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"events" integer NOT NULL,
	"busiest" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "key_alert_plugin_key_id_day_pk" PRIMARY KEY("plugin_key_id","day")
);--> statement-breakpoint
CREATE TABLE "ledger_seal" (
	"organization_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"event_id" uuid NOT NULL,
	"digest" "bytea" NOT NULL,
	"event_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_seal_organization_id_position_pk" PRIMARY KEY("organization_id","position"),
	CONSTRAINT "ledger_seal_event_id_unique" UNIQUE("event_id"),
	CONSTRAINT "ledger_seal_counts_from_one" CHECK ("ledger_seal"."position" >= 1),
	CONSTRAINT "ledger_seal_digest_is_sha256" CHECK (octet_length("ledger_seal"."digest") = 32)
);--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "mail_outbox_key_unique" UNIQUE("key")
);--> statement-breakpoint
CREATE TABLE "plan" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"currency" char(3) NOT NULL,
	"monthly_fee_minor" integer NOT NULL,
	"price_s_minor" integer NOT NULL,
	"price_b_minor" integer NOT NULL,
	"included_checks" integer NOT NULL,
	"is_offered" boolean NOT NULL,
	"stripe_prices" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_id_is_a_word" CHECK ("plan"."id" ~ '^[a-z0-9-]{1,40}$'),
	CONSTRAINT "plan_currency_is_iso_4217" CHECK ("plan"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "plan_amounts_are_not_negative" CHECK ("plan"."monthly_fee_minor" >= 0 and "plan"."price_s_minor" >= 0 and "plan"."price_b_minor" >= 0 and "plan"."included_checks" >= 0)
);--> statement-breakpoint
CREATE TABLE "spend_alert" (
	"organization_id" uuid NOT NULL,
	"period" date NOT NULL,
	"percent" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "spend_alert_organization_id_period_percent_pk" PRIMARY KEY("organization_id","period","percent"),
	CONSTRAINT "spend_alert_percent_is_known" CHECK ("spend_alert"."percent" in (50, 75, 90, 100))
);--> statement-breakpoint
CREATE TABLE "stripe_customer" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"subscription_id" text,
	"subscribed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"sent_position" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stripe_customer_customer_id_unique" UNIQUE("customer_id"),
	CONSTRAINT "stripe_customer_subscription_id_unique" UNIQUE("subscription_id")
);--> statement-breakpoint
CREATE TABLE "stripe_event" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "subscription_term" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"plan_name" text,
	"currency" char(3) NOT NULL,
	"monthly_fee_minor" integer NOT NULL,
	"tax_basis_points" integer
);--> statement-breakpoint
ALTER TABLE "invoice_payment" ADD CONSTRAINT "invoice_payment_invoice_id_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoice"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_alert" ADD CONSTRAINT "key_alert_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spend_alert" ADD CONSTRAINT "spend_alert_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_once_per_month" ON "invoice" USING btree ("organization_id","period") WHERE "invoice"."period" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_credited_once" ON "invoice" USING btree ("credits_id") WHERE "invoice"."credits_id" is not null;--> statement-breakpoint
CREATE INDEX "invoice_by_organization" ON "invoice" USING btree ("organization_id","number");--> statement-breakpoint
CREATE INDEX "key_alert_by_organization" ON "key_alert" USING btree ("organization_id","day");--> statement-breakpoint
CREATE INDEX "mail_outbox_unsent" ON "mail_outbox" USING btree ("created_at") WHERE "mail_outbox"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "subscription_term_by_organization" ON "subscription_term" USING btree ("organization_id","starts_at");--> statement-breakpoint
-- What is written in these is never changed: the application's role adds and reads.
GRANT SELECT, INSERT ON
  "subscription_term", "ledger_seal", "invoice", "invoice_payment", "closed_month", "former_organization", "stripe_event"
  TO ageway_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "plan", "document_number", "spend_alert", "key_alert", "stripe_customer" TO ageway_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "mail_outbox" TO ageway_app;--> statement-breakpoint
INSERT INTO "document_number" ("series", "last") VALUES ('documents', 0);--> statement-breakpoint

-- Numbers only rise, by one, whoever the role is: a document that was issued cannot be made to never have been.
CREATE FUNCTION document_number_rises() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.last <> OLD.last + 1 OR NEW.series <> OLD.series THEN
    RAISE EXCEPTION 'A document number rises by one' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER document_number_rises BEFORE UPDATE ON "document_number" FOR EACH ROW EXECUTE FUNCTION document_number_rises();
