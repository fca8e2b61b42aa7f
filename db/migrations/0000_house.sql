CREATE TABLE "audit_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_event" (
	"verification_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"plugin_key_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"mode" text NOT NULL,
	"price_minor" integer NOT NULL,
	"currency" char(3) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_event_provider_is_known" CHECK ("billing_event"."provider" in ('s', 'b')),
	CONSTRAINT "billing_event_price_is_not_negative" CHECK ("billing_event"."price_minor" >= 0),
	CONSTRAINT "billing_event_test_is_free" CHECK ("billing_event"."mode" = 'live' or ("billing_event"."mode" = 'test' and "billing_event"."price_minor" = 0))
);
--> statement-breakpoint
CREATE TABLE "domain" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"host" text NOT NULL,
	"include_subdomains" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"verified_at" timestamp (3) with time zone,
	CONSTRAINT "domain_host_is_ascii_lower_case" CHECK ("domain"."host" ~ '^[a-z0-9.:\[\]-]+$')
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"plugin_key_id" uuid NOT NULL,
	"key" "bytea" NOT NULL,
	"request" "bytea" NOT NULL,
	"verification_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_key_plugin_key_id_key_pk" PRIMARY KEY("plugin_key_id","key")
);
--> statement-breakpoint
CREATE TABLE "member" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id"),
	CONSTRAINT "member_role_is_known" CHECK ("member"."role" in ('owner', 'admin', 'developer', 'billing', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "organization" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"suspended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "plugin_key" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"key" text NOT NULL,
	"mode" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "plugin_key_key_unique" UNIQUE("key"),
	CONSTRAINT "plugin_key_mode_is_known" CHECK ("plugin_key"."mode" in ('live', 'test')),
	CONSTRAINT "plugin_key_names_its_mode" CHECK ("plugin_key"."key" like 'pk\_' || "plugin_key"."mode" || '\_%')
);
--> statement-breakpoint
CREATE TABLE "sign_in_account" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_in_account_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "sign_in_link" (
	"digest" "bytea" PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_session" (
	"digest" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"currency" char(3) NOT NULL,
	"price_s_minor" integer NOT NULL,
	"price_b_minor" integer NOT NULL,
	"spend_cap_minor" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscription_status_is_known" CHECK ("subscription"."status" in ('trialing', 'active', 'past_due', 'canceled', 'paused')),
	CONSTRAINT "subscription_currency_is_iso_4217" CHECK ("subscription"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "subscription_prices_are_not_negative" CHECK ("subscription"."price_s_minor" >= 0 and "subscription"."price_b_minor" >= 0),
	CONSTRAINT "subscription_cap_is_not_negative" CHECK ("subscription"."spend_cap_minor" >= 0)
);
--> statement-breakpoint
CREATE TABLE "usage_counter" (
	"organization_id" uuid NOT NULL,
	"period" date NOT NULL,
	"events" bigint NOT NULL,
	"spent_minor" bigint NOT NULL,
	CONSTRAINT "usage_counter_organization_id_period_pk" PRIMARY KEY("organization_id","period")
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email"),
	CONSTRAINT "user_email_is_lower_case" CHECK ("user"."email" = lower("user"."email"))
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"plugin_key_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"mode" text NOT NULL,
	"minimum_age" smallint NOT NULL,
	"device" "bytea" NOT NULL,
	"return_origin" text NOT NULL,
	"return_url" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"browser" "bytea",
	"attempt" smallint DEFAULT 0 NOT NULL,
	"problem" text,
	"completed_at" timestamp (3) with time zone,
	"outcome" text,
	"redeemed_at" timestamp (3) with time zone,
	CONSTRAINT "verification_provider_is_known" CHECK ("verification"."provider" in ('s', 'b')),
	CONSTRAINT "verification_mode_is_known" CHECK ("verification"."mode" in ('live', 'test')),
	CONSTRAINT "verification_age_is_16_or_18" CHECK ("verification"."minimum_age" in (16, 18)),
	CONSTRAINT "verification_device_is_a_digest" CHECK (octet_length("verification"."device") = 32),
	CONSTRAINT "verification_outcome_is_known" CHECK ("verification"."outcome" in ('verified', 'too_young', 'cancelled', 'failed')),
	CONSTRAINT "verification_completed_has_outcome" CHECK (("verification"."completed_at" is null) = ("verification"."outcome" is null)),
	CONSTRAINT "verification_started_has_browser" CHECK ("verification"."browser" is null or "verification"."started_at" is not null),
	CONSTRAINT "verification_completed_forgets_page_and_browser" CHECK ("verification"."completed_at" is null or ("verification"."return_url" is null and "verification"."browser" is null)),
	CONSTRAINT "verification_only_proofs_are_redeemed" CHECK ("verification"."redeemed_at" is null or coalesce("verification"."outcome" = 'verified', false))
) PARTITION BY RANGE ("id");
--> statement-breakpoint
ALTER TABLE "domain" ADD CONSTRAINT "domain_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_plugin_key_id_plugin_key_id_fk" FOREIGN KEY ("plugin_key_id") REFERENCES "public"."plugin_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plugin_key" ADD CONSTRAINT "plugin_key_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_account" ADD CONSTRAINT "sign_in_account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_session" ADD CONSTRAINT "sign_in_session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_counter" ADD CONSTRAINT "usage_counter_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_event_by_organization" ON "audit_event" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "billing_event_by_organization" ON "billing_event" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "domain_once_per_organization" ON "domain" USING btree ("organization_id","host");--> statement-breakpoint
CREATE INDEX "idempotency_key_by_age" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "member_by_user" ON "member" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "plugin_key_by_organization" ON "plugin_key" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "sign_in_session_by_user" ON "sign_in_session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verification_by_device" ON "verification" USING btree ("organization_id","device") WHERE "verification"."redeemed_at" is not null;--> statement-breakpoint
CREATE INDEX "verification_unforgotten" ON "verification" USING btree ("created_at") WHERE "verification"."return_url" is not null;