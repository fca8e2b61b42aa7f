CREATE TABLE "activity_day" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"facet" bigint GENERATED ALWAYS AS (hashtextextended(plugin_key_id::text || '/' || kind || '/' || code || '/' || coalesce(provider, '') || '/' || mode || '/' || coalesce(minimum_age::text, ''), 0)) STORED NOT NULL,
	"plugin_key_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"code" text NOT NULL,
	"ok" boolean NOT NULL,
	"provider" text,
	"mode" text NOT NULL,
	"minimum_age" smallint,
	"events" bigint NOT NULL,
	CONSTRAINT "activity_day_organization_id_day_facet_pk" PRIMARY KEY("organization_id","day","facet")
);
--> statement-breakpoint
CREATE TABLE "activity_event" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"plugin_key_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"code" text NOT NULL,
	"ok" boolean NOT NULL,
	"provider" text,
	"mode" text NOT NULL,
	"minimum_age" smallint,
	"host" text,
	"billed" boolean NOT NULL,
	"reference" text,
	"check_reference" text,
	"dropped_count" integer,
	"facet" bigint GENERATED ALWAYS AS (hashtextextended(plugin_key_id::text || '/' || kind || '/' || code || '/' || coalesce(provider, '') || '/' || mode || '/' || coalesce(minimum_age::text, ''), 0)) STORED NOT NULL,
	CONSTRAINT "activity_event_facet_id_pk" PRIMARY KEY("facet","id"),
	CONSTRAINT "activity_event_kind_is_known" CHECK ("activity_event"."kind" in ('call', 'step', 'check', 'dropped')),
	CONSTRAINT "activity_event_code_is_a_word" CHECK ("activity_event"."code" !~ '[^a-z_]' and octet_length("activity_event"."code") between 1 and 40),
	CONSTRAINT "activity_event_provider_is_known" CHECK ("activity_event"."provider" in ('s', 'b')),
	CONSTRAINT "activity_event_mode_is_known" CHECK ("activity_event"."mode" in ('live', 'test')),
	CONSTRAINT "activity_event_age_is_16_or_18" CHECK ("activity_event"."minimum_age" in (16, 18)),
	CONSTRAINT "activity_event_host_is_a_host" CHECK ("activity_event"."host" !~ '[^a-z0-9.:\[\]-]' and octet_length("activity_event"."host") between 1 and 253),
	CONSTRAINT "activity_event_reference_is_short" CHECK ("activity_event"."reference" !~ '[^2-9A-HJ-NP-Z]' and octet_length("activity_event"."reference") = 8),
	CONSTRAINT "activity_event_check_reference_is_short" CHECK ("activity_event"."check_reference" !~ '[^2-9A-HJ-NP-Z]' and octet_length("activity_event"."check_reference") = 8),
	CONSTRAINT "activity_event_dropped_has_a_count" CHECK (("activity_event"."kind" = 'dropped') = ("activity_event"."dropped_count" is not null))
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "why_not_day" (
	"organization_id" uuid NOT NULL,
	"day" date NOT NULL,
	"why" text NOT NULL,
	"checks" bigint NOT NULL,
	CONSTRAINT "why_not_day_organization_id_day_why_pk" PRIMARY KEY("organization_id","day","why"),
	CONSTRAINT "why_not_day_why_is_known" CHECK ("why_not_day"."why" in ('too_young', 'cancelled', 'no_age', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "key_alert" (
	"plugin_key_id" uuid NOT NULL,
	"day" date NOT NULL,
	"organization_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"events" integer NOT NULL,
	"busiest" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "key_alert_plugin_key_id_day_pk" PRIMARY KEY("plugin_key_id","day")
);
--> statement-breakpoint
CREATE TABLE "spend_alert" (
	"organization_id" uuid NOT NULL,
	"period" date NOT NULL,
	"percent" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "spend_alert_organization_id_period_percent_pk" PRIMARY KEY("organization_id","period","percent"),
	CONSTRAINT "spend_alert_percent_is_known" CHECK ("spend_alert"."percent" in (50, 75, 90, 100))
);
--> statement-breakpoint
CREATE TABLE "audit_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_label" text,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "doctor_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"plugin_key_id" uuid NOT NULL,
	"page" text NOT NULL,
	"host" text NOT NULL,
	"start" text,
	"protects" text NOT NULL,
	"sealed" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"asked_by" uuid,
	"started_at" timestamp (3) with time zone,
	"cases_done" smallint DEFAULT 0 NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"obstacle" text,
	"report" jsonb
);
--> statement-breakpoint
CREATE TABLE "domain" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"host" text NOT NULL,
	"include_subdomains" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"challenge" text,
	"method" text DEFAULT 'dns' NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"diagnosis" text,
	"last_verified_at" timestamp (3) with time zone,
	"missing_since" timestamp (3) with time zone,
	CONSTRAINT "domain_method_is_known" CHECK ("domain"."method" in ('dns', 'file')),
	CONSTRAINT "domain_file_verifies_one_host" CHECK ("domain"."method" = 'dns' or not "domain"."include_subdomains" or "domain"."last_verified_at" is null),
	CONSTRAINT "domain_host_is_ascii_lower_case" CHECK ("domain"."host" ~ '^[a-z0-9.:\[\]-]+$')
);
--> statement-breakpoint
CREATE TABLE "closed_month" (
	"period" date PRIMARY KEY NOT NULL,
	"closed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_number" (
	"series" text PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL,
	CONSTRAINT "document_number_does_not_fall" CHECK ("document_number"."last" >= 0)
);
--> statement-breakpoint
CREATE TABLE "former_organization" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"legal_address" text,
	"vat_number" text,
	"deleted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
	"bill_to" text NOT NULL,
	"seal_position" bigint NOT NULL,
	"seal_digest" "bytea",
	"digest" "bytea" NOT NULL,
	CONSTRAINT "invoice_number_unique" UNIQUE("number"),
	CONSTRAINT "invoice_kind_is_known" CHECK ("invoice"."kind" in ('invoice', 'credit_note')),
	CONSTRAINT "invoice_number_counts_from_one" CHECK ("invoice"."number" >= 1),
	CONSTRAINT "invoice_adds_up" CHECK ("invoice"."total_minor" = "invoice"."net_minor" + "invoice"."tax_minor"),
	CONSTRAINT "invoice_is_for_a_month_or_a_credit" CHECK (("invoice"."period" is null) = ("invoice"."credits_id" is not null)),
	CONSTRAINT "invoice_period_is_a_month" CHECK (extract(day from "invoice"."period") = 1)
);
--> statement-breakpoint
CREATE TABLE "invoice_payment" (
	"invoice_id" uuid PRIMARY KEY NOT NULL,
	"paid_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"note" text NOT NULL
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
	"basis" text,
	"host" text,
	"reverses" uuid,
	"reason" text,
	"actor" text,
	"credit_note_id" uuid,
	"mac" "bytea",
	CONSTRAINT "billing_event_provider_is_known" CHECK ("billing_event"."provider" in ('s', 'b')),
	CONSTRAINT "billing_event_basis_is_known" CHECK ("billing_event"."basis" in ('price', 'included', 'over_cap', 'test', 'no_terms')),
	CONSTRAINT "billing_event_only_reversals_are_negative" CHECK ("billing_event"."reverses" is not null or "billing_event"."price_minor" >= 0),
	CONSTRAINT "billing_event_reversal_has_reason" CHECK (case when "billing_event"."reverses" is null then num_nonnulls("billing_event"."reason", "billing_event"."actor", "billing_event"."credit_note_id") = 0 else "billing_event"."price_minor" <= 0 and num_nulls("billing_event"."reason", "billing_event"."actor") = 0 end),
	CONSTRAINT "billing_event_mac_has_20_bytes" CHECK (octet_length("billing_event"."mac") = 20),
	CONSTRAINT "billing_event_test_is_free" CHECK ("billing_event"."mode" = 'live' or ("billing_event"."mode" = 'test' and "billing_event"."price_minor" = 0))
) PARTITION BY RANGE ("verification_id");
--> statement-breakpoint
CREATE TABLE "billing_reversal" (
	"reverses" uuid PRIMARY KEY NOT NULL,
	"verification_id" uuid NOT NULL,
	CONSTRAINT "billing_reversal_names_its_row" UNIQUE("reverses","verification_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_chain" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"digest" "bytea" NOT NULL,
	"event_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_chain_digest_is_sha256" CHECK (octet_length("ledger_chain"."digest") = 32)
);
--> statement-breakpoint
CREATE TABLE "ledger_seal" (
	"organization_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"event_id" uuid PRIMARY KEY NOT NULL,
	"digest" "bytea" NOT NULL,
	"event_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_seal_counts_from_one" CHECK ("ledger_seal"."position" >= 1),
	CONSTRAINT "ledger_seal_digest_is_sha256" CHECK (octet_length("ledger_seal"."digest") = 32)
) PARTITION BY RANGE ("event_id");
--> statement-breakpoint
CREATE TABLE "ledger_signing" (
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_counter" (
	"organization_id" uuid NOT NULL,
	"period" date NOT NULL,
	"events" bigint NOT NULL,
	"spent_minor" bigint NOT NULL,
	"reservations" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_counter_organization_id_period_pk" PRIMARY KEY("organization_id","period")
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "mail_outbox_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "invitation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" uuid,
	"digest" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "invitation_digest_unique" UNIQUE("digest"),
	CONSTRAINT "invitation_email_is_lower_case" CHECK ("invitation"."email" = lower("invitation"."email")),
	CONSTRAINT "invitation_role_is_known" CHECK ("invitation"."role" in ('owner', 'admin', 'developer', 'billing', 'viewer'))
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
	"suspended_at" timestamp (3) with time zone,
	"accent" text,
	"language" text,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"legal_address" text,
	"vat_number" text,
	"verified_devices" text DEFAULT 'turned_away' NOT NULL,
	"facts_version" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "organization_accent_is_a_colour" CHECK ("organization"."accent" ~ '^#[0-9a-f]{6}$'),
	CONSTRAINT "organization_language_is_known" CHECK ("organization"."language" in ('da', 'de', 'en', 'nb', 'fi', 'sv')),
	CONSTRAINT "organization_verified_devices_is_known" CHECK ("organization"."verified_devices" in ('turned_away', 'asked_again'))
);
--> statement-breakpoint
CREATE TABLE "organization_logo" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"media_type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_logo_media_type_is_known" CHECK ("organization_logo"."media_type" in ('image/png', 'image/jpeg', 'image/webp')),
	CONSTRAINT "organization_logo_max_64_kib" CHECK (octet_length("organization_logo"."bytes") between 1 and 65536),
	CONSTRAINT "organization_logo_digest_is_of_its_bytes" CHECK ("organization_logo"."digest" = encode(sha256("organization_logo"."bytes"), 'hex'))
);
--> statement-breakpoint
CREATE TABLE "key_hour" (
	"plugin_key_id" uuid PRIMARY KEY NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"accepted" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plugin_key" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"key" text NOT NULL,
	"mode" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"language" text,
	"verified_devices" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"locked_at" timestamp (3) with time zone,
	"replaces_id" uuid,
	"calls_per_minute" integer,
	"accepted_per_hour" integer,
	"fallback_url" text,
	CONSTRAINT "plugin_key_key_unique" UNIQUE("key"),
	CONSTRAINT "plugin_key_mode_is_known" CHECK ("plugin_key"."mode" in ('live', 'test')),
	CONSTRAINT "plugin_key_language_is_known" CHECK ("plugin_key"."language" in ('da', 'de', 'en', 'nb', 'fi', 'sv')),
	CONSTRAINT "plugin_key_verified_devices_is_known" CHECK ("plugin_key"."verified_devices" in ('turned_away', 'asked_again')),
	CONSTRAINT "plugin_key_limits_are_positive" CHECK ("plugin_key"."calls_per_minute" > 0 and "plugin_key"."accepted_per_hour" > 0),
	CONSTRAINT "plugin_key_names_its_mode" CHECK ("plugin_key"."key" like 'pk\_' || "plugin_key"."mode" || '\_%')
);
--> statement-breakpoint
CREATE TABLE "plugin_key_secret" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plugin_key_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"digest" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plugin_key_secret_place_is_1_or_2" CHECK ("plugin_key_secret"."place" in (1, 2)),
	CONSTRAINT "plugin_key_secret_digest_is_a_digest" CHECK (octet_length("plugin_key_secret"."digest") = 32)
);
--> statement-breakpoint
CREATE TABLE "restore" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"report" jsonb
);
--> statement-breakpoint
CREATE TABLE "stripe_customer" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"subscription_id" text,
	"sent_position" bigint DEFAULT 0 NOT NULL,
	"reread_to" bigint DEFAULT 0 NOT NULL,
	"reread_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stripe_customer_customer_id_unique" UNIQUE("customer_id"),
	CONSTRAINT "stripe_customer_subscription_id_unique" UNIQUE("subscription_id")
);
--> statement-breakpoint
CREATE TABLE "stripe_event" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE TABLE "subscription_span" (
	"organization_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	CONSTRAINT "subscription_span_pk" PRIMARY KEY("organization_id","since"),
	CONSTRAINT "subscription_span_ends_after_its_start" CHECK ("subscription_span"."until" >= "subscription_span"."since")
);
--> statement-breakpoint
CREATE TABLE "plan" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"currency" char(3) NOT NULL,
	"monthly_fee_minor" integer NOT NULL,
	"price_s_minor" integer NOT NULL,
	"price_b_minor" integer NOT NULL,
	"included_checks" integer NOT NULL,
	"is_offered" boolean NOT NULL,
	"calls_per_minute" integer,
	"stripe_prices" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_id_is_a_word" CHECK ("plan"."id" ~ '^[a-z0-9-]{1,40}$'),
	CONSTRAINT "plan_currency_is_iso_4217" CHECK ("plan"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "plan_amounts_are_not_negative" CHECK ("plan"."monthly_fee_minor" >= 0 and "plan"."price_s_minor" >= 0 and "plan"."price_b_minor" >= 0 and "plan"."included_checks" >= 0),
	CONSTRAINT "plan_calls_per_minute_is_positive" CHECK ("plan"."calls_per_minute" > 0)
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"past_due_since" timestamp (3) with time zone,
	"plan_id" text,
	"currency" char(3) NOT NULL,
	"monthly_fee_minor" integer DEFAULT 0 NOT NULL,
	"price_s_minor" integer NOT NULL,
	"price_b_minor" integer NOT NULL,
	"included_checks" integer DEFAULT 0 NOT NULL,
	"included_period" date,
	"included_in_period" integer,
	"spend_cap_minor" bigint,
	"stops_at_cap" boolean DEFAULT true NOT NULL,
	"tax_basis_points" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscription_status_is_known" CHECK ("subscription"."status" in ('trialing', 'active', 'past_due', 'paused', 'canceled')),
	CONSTRAINT "subscription_currency_is_iso_4217" CHECK ("subscription"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "subscription_prices_are_not_negative" CHECK ("subscription"."price_s_minor" >= 0 and "subscription"."price_b_minor" >= 0),
	CONSTRAINT "subscription_fee_is_not_negative" CHECK ("subscription"."monthly_fee_minor" >= 0 and "subscription"."included_checks" >= 0),
	CONSTRAINT "subscription_cap_is_not_negative" CHECK ("subscription"."spend_cap_minor" >= 0),
	CONSTRAINT "subscription_tax_is_a_rate" CHECK ("subscription"."tax_basis_points" between 0 and 10000)
);
--> statement-breakpoint
CREATE TABLE "subscription_term" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"plan_name" text,
	"currency" char(3) NOT NULL,
	"monthly_fee_minor" integer NOT NULL,
	"tax_basis_points" integer,
	"included_checks" integer
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
	"email" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_session" (
	"digest" "bytea" PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"asked_at" timestamp (3) with time zone DEFAULT now(),
	"browser" text DEFAULT '' NOT NULL,
	CONSTRAINT "sign_in_session_id_unique" UNIQUE("id")
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
CREATE TABLE "idempotency_key" (
	"plugin_key_id" uuid NOT NULL,
	"key" "bytea" NOT NULL,
	"request" "bytea" NOT NULL,
	"verification_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_key_plugin_key_id_key_pk" PRIMARY KEY("plugin_key_id","key")
);
--> statement-breakpoint
CREATE TABLE "page_key" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "page_key_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"salt" "bytea" NOT NULL,
	"purge_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "page_key_salt_has_32_bytes" CHECK (octet_length("page_key"."salt") = 32)
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
	"return_url" "bytea",
	"page_key_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"browser" "bytea",
	"attempt" smallint DEFAULT 0 NOT NULL,
	"answered" smallint DEFAULT 0 NOT NULL,
	"problem" text,
	"completed_at" timestamp (3) with time zone,
	"outcome" text,
	"redeemed_at" timestamp (3) with time zone,
	"reserved_minor" integer,
	CONSTRAINT "verification_provider_is_known" CHECK ("verification"."provider" in ('s', 'b')),
	CONSTRAINT "verification_mode_is_known" CHECK ("verification"."mode" in ('live', 'test')),
	CONSTRAINT "verification_age_is_16_or_18" CHECK ("verification"."minimum_age" in (16, 18)),
	CONSTRAINT "verification_device_is_a_digest" CHECK (octet_length("verification"."device") = 32),
	CONSTRAINT "verification_outcome_is_known" CHECK ("verification"."outcome" in ('verified', 'too_young', 'cancelled', 'failed')),
	CONSTRAINT "verification_completed_has_outcome" CHECK (("verification"."completed_at" is null) = ("verification"."outcome" is null)),
	CONSTRAINT "verification_started_has_browser" CHECK ("verification"."browser" is null or "verification"."started_at" is not null),
	CONSTRAINT "verification_completed_has_no_page_or_browser" CHECK ("verification"."completed_at" is null or ("verification"."return_url" is null and "verification"."browser" is null)),
	CONSTRAINT "verification_only_verified_are_redeemed" CHECK ("verification"."redeemed_at" is null or coalesce("verification"."outcome" = 'verified', false))
) PARTITION BY RANGE ("id");
--> statement-breakpoint
ALTER TABLE "key_alert" ADD CONSTRAINT "key_alert_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spend_alert" ADD CONSTRAINT "spend_alert_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doctor_run" ADD CONSTRAINT "doctor_run_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doctor_run" ADD CONSTRAINT "doctor_run_plugin_key_id_plugin_key_id_fk" FOREIGN KEY ("plugin_key_id") REFERENCES "public"."plugin_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doctor_run" ADD CONSTRAINT "doctor_run_asked_by_user_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain" ADD CONSTRAINT "domain_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_payment" ADD CONSTRAINT "invoice_payment_invoice_id_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoice"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_event" ADD CONSTRAINT "billing_event_reversed_once" FOREIGN KEY ("reverses","verification_id") REFERENCES "public"."billing_reversal"("reverses","verification_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_counter" ADD CONSTRAINT "usage_counter_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_invited_by_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_logo" ADD CONSTRAINT "organization_logo_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_hour" ADD CONSTRAINT "key_hour_plugin_key_id_plugin_key_id_fk" FOREIGN KEY ("plugin_key_id") REFERENCES "public"."plugin_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plugin_key" ADD CONSTRAINT "plugin_key_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plugin_key_secret" ADD CONSTRAINT "plugin_key_secret_plugin_key_id_plugin_key_id_fk" FOREIGN KEY ("plugin_key_id") REFERENCES "public"."plugin_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_span" ADD CONSTRAINT "subscription_span_customer_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."stripe_customer"("organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_plan_id_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plan"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_account" ADD CONSTRAINT "sign_in_account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_session" ADD CONSTRAINT "sign_in_session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_plugin_key_id_plugin_key_id_fk" FOREIGN KEY ("plugin_key_id") REFERENCES "public"."plugin_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_day_by_day" ON "activity_day" USING btree ("day");--> statement-breakpoint
CREATE INDEX "activity_event_by_host" ON "activity_event" USING btree (hashtextextended("host", "facet"),"id") WHERE "activity_event"."host" is not null and "activity_event"."kind" <> 'check';--> statement-breakpoint
CREATE INDEX "activity_event_by_reference" ON "activity_event" USING hash ("reference");--> statement-breakpoint
CREATE INDEX "activity_event_by_check_reference" ON "activity_event" USING btree ("check_reference" text_pattern_ops) WHERE "activity_event"."check_reference" is not null;--> statement-breakpoint
CREATE INDEX "why_not_day_by_day" ON "why_not_day" USING btree ("day");--> statement-breakpoint
CREATE INDEX "key_alert_by_organization" ON "key_alert" USING btree ("organization_id","day");--> statement-breakpoint
CREATE INDEX "audit_event_by_organization" ON "audit_event" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "doctor_run_by_organization" ON "doctor_run" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "doctor_run_that_waits" ON "doctor_run" USING btree ("asked_at") WHERE "doctor_run"."asked_at" is not null and "doctor_run"."started_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "doctor_run_one_draft" ON "doctor_run" USING btree ("organization_id","plugin_key_id","host") WHERE "doctor_run"."asked_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "domain_once_per_organization" ON "domain" USING btree ("organization_id","host");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_once_per_month" ON "invoice" USING btree ("organization_id","period") WHERE "invoice"."period" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_credited_once" ON "invoice" USING btree ("credits_id") WHERE "invoice"."credits_id" is not null;--> statement-breakpoint
CREATE INDEX "invoice_by_organization" ON "invoice" USING btree ("organization_id","number");--> statement-breakpoint
CREATE INDEX "billing_event_by_organization" ON "billing_event" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "billing_event_by_credit_note" ON "billing_event" USING btree ("credit_note_id") WHERE "billing_event"."credit_note_id" is not null;--> statement-breakpoint
CREATE INDEX "ledger_seal_by_position" ON "ledger_seal" USING btree ("organization_id","position");--> statement-breakpoint
CREATE INDEX "mail_outbox_unsent" ON "mail_outbox" USING btree ("created_at") WHERE "mail_outbox"."sent_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_open_once_per_address" ON "invitation" USING btree ("organization_id","email") WHERE "invitation"."accepted_at" is null and "invitation"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "invitation_by_inviter" ON "invitation" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "member_by_user" ON "member" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "organization_logo_by_digest" ON "organization_logo" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "plugin_key_by_organization" ON "plugin_key" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "plugin_key_secret_max_two" ON "plugin_key_secret" USING btree ("plugin_key_id","place");--> statement-breakpoint
CREATE INDEX "stripe_meter_batch_waiting" ON "stripe_meter_batch" USING btree ("organization_id","at") WHERE "stripe_meter_batch"."sent_at" is null and "stripe_meter_batch"."given_up_at" is null;--> statement-breakpoint
CREATE INDEX "stripe_meter_batch_given_up" ON "stripe_meter_batch" USING btree ("organization_id","given_up_at") WHERE "stripe_meter_batch"."given_up_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_span_one_is_open" ON "subscription_span" USING btree ("organization_id") WHERE "subscription_span"."until" is null;--> statement-breakpoint
CREATE INDEX "subscription_term_by_organization" ON "subscription_term" USING btree ("organization_id","starts_at");--> statement-breakpoint
CREATE INDEX "sign_in_session_by_user" ON "sign_in_session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "idempotency_key_by_age" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "page_key_by_end" ON "page_key" USING btree ("purge_at");--> statement-breakpoint
CREATE INDEX "verification_by_device" ON "verification" USING btree ("organization_id","device") WHERE "verification"."redeemed_at" is not null;--> statement-breakpoint
CREATE INDEX "verification_reserved" ON "verification" USING btree ("organization_id","id") WHERE "verification"."provider" = 's' and "verification"."mode" = 'live' and "verification"."completed_at" is null;--> statement-breakpoint
CREATE INDEX "verification_unpurged" ON "verification" USING btree ("created_at") WHERE "verification"."problem" is not null and "verification"."completed_at" is null;--> statement-breakpoint

-- From here on by hand: what drizzle cannot say. tests/integration/db holds each part: the role's rights (invariants.test.ts),
-- the partitions, the numbers that only rise.

-- The application's role. It adds to the ledger, the documents and the audit log, and can change nothing there; verifications
-- and events leave only with their partition, through the functions below.
-- Where an administrator has made it, the owner needs no right to make roles.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'ageway_app') THEN
    CREATE ROLE ageway_app NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object THEN NULL;
END $$;--> statement-breakpoint
DO $$ BEGIN
  IF NOT pg_has_role(current_user, 'ageway_app', 'SET') THEN
    EXECUTE format('GRANT ageway_app TO %I', current_user);
  END IF;
END $$;--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO ageway_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON
  "organization", "organization_logo", "user", "member", "invitation", "sign_in_account", "sign_in_session", "sign_in_link",
  "plugin_key", "key_hour", "domain", "subscription", "usage_counter", "idempotency_key", "mail_outbox",
  "doctor_run"
  TO ageway_app;--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON "plugin_key_secret", "page_key" TO ageway_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON
  "verification", "activity_day", "why_not_day", "plan", "document_number", "spend_alert", "key_alert", "stripe_customer"
  TO ageway_app;--> statement-breakpoint
GRANT SELECT, INSERT ON
  "activity_event", "audit_event", "billing_event", "billing_reversal", "ledger_seal", "subscription_term", "invoice", "invoice_payment",
  "closed_month", "former_organization", "stripe_event"
  TO ageway_app;--> statement-breakpoint
GRANT SELECT ON "ledger_signing", "restore" TO ageway_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "ledger_chain" TO ageway_app;--> statement-breakpoint
-- A batch and a span are written once; afterwards only where a batch went, and when a span ended, may change.
GRANT SELECT, INSERT, UPDATE ("sent_at", "given_up_at") ON "stripe_meter_batch" TO ageway_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ("until") ON "subscription_span" TO ageway_app;--> statement-breakpoint

-- The job queue creates its own tables in a schema of its own.
CREATE SCHEMA IF NOT EXISTS jobs AUTHORIZATION ageway_app;--> statement-breakpoint

-- The smallest UUID v7 of a moment: the ids of that moment begin there.
CREATE FUNCTION uuid_v7_from(moment timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT overlay(
    '00000000-0000-7000-8000-000000000000'
    PLACING substr(ms, 1, 8) || '-' || substr(ms, 9, 4) FROM 1 FOR 13
  )::uuid
  FROM (SELECT lpad(to_hex(floor(extract(epoch FROM moment) * 1000)::bigint), 12, '0') AS ms) AS hex
$$;--> statement-breakpoint
-- The moment that a UUID v7 carries.
CREATE FUNCTION uuid_v7_moment(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT to_timestamp(('x0000' || substr(id::text, 1, 8) || substr(id::text, 10, 4))::bit(64)::bigint / 1000.0)
$$;--> statement-breakpoint

-- Where the partition of a moment's verifications begins: every three hours from midnight, UTC. Its name says when.
CREATE FUNCTION verification_partition_start(moment timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT date_bin(interval '3 hours', moment, timestamptz '2000-01-01 00:00+00')
$$;--> statement-breakpoint
-- Makes the partition of a table that begins at a moment, where there is none. A new one is attached, not created in place,
-- because that locks out neither readers nor writers.
CREATE FUNCTION make_partition(parent text, format text, start timestamptz, ends timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  partition text := parent || '_' || to_char(start AT TIME ZONE 'UTC', format);
BEGIN
  IF to_regclass(partition) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', partition, parent);
  EXECUTE format(
    'ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, partition, uuid_v7_from(start), uuid_v7_from(ends)
  );
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION make_partition(text, text, timestamptz, timestamptz) FROM PUBLIC;--> statement-breakpoint
-- Makes the partitions of the ledger and its seals for the UTC month of a moment.
CREATE FUNCTION make_ledger_partitions(moment timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  month timestamptz := date_trunc('month', moment, 'UTC');
  ends timestamptz := (month AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
BEGIN
  PERFORM make_partition('billing_event', 'YYYYMM', month, ends);
  PERFORM make_partition('ledger_seal', 'YYYYMM', month, ends);
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION make_ledger_partitions(timestamptz) FROM PUBLIC;--> statement-breakpoint
-- Makes a partition for every three hours of the next two days; for yesterday, today and each of the next seven UTC days of
-- events; and for the month of yesterday, this one and the next three of the ledger. Fewer partitions are planned faster.
CREATE FUNCTION make_partitions() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '3s' AS $$
DECLARE
  width interval := interval '3 hours';
  this_hour timestamptz := date_trunc('hour', now(), 'UTC');
  today timestamptz := date_trunc('day', now(), 'UTC');
  start timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('make_partitions'));
  FOR start IN SELECT generate_series(verification_partition_start(this_hour - interval '1 hour'), this_hour + interval '48 hours', width) LOOP
    PERFORM make_partition('verification', 'YYYYMMDD"t"HH24', start, start + width);
  END LOOP;
  FOR start IN SELECT generate_series(today - interval '24 hours', today + 7 * interval '24 hours', interval '24 hours') LOOP
    PERFORM make_partition('activity_event', 'YYYYMMDD', start, start + interval '24 hours');
  END LOOP;
  PERFORM make_ledger_partitions(today - interval '24 hours');
  FOR months IN 0..3 LOOP
    PERFORM make_ledger_partitions((date_trunc('month', now() AT TIME ZONE 'UTC') + months * interval '1 month') AT TIME ZONE 'UTC');
  END LOOP;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION make_partitions() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION make_partitions() TO ageway_app;--> statement-breakpoint

-- Drops the oldest partition of a table if its name is not after `last`; says whether it did, there was none, or it is in use.
-- Everybody who comes while this waits for the table waits behind it, so it waits 30 ms and leaves the partition to the next
-- run. DETACH PARTITION CONCURRENTLY would let them pass, but PostgreSQL
-- takes it outside of transactions and from the table's owner only, and the app's role must not be that.
CREATE FUNCTION drop_oldest_partition(parent regclass, last text) RETURNS text
LANGUAGE plpgsql SET search_path = public, pg_temp SET lock_timeout = '30ms' AS $$
DECLARE
  partition text;
BEGIN
  SELECT c.relname INTO partition FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = parent AND c.relname <= last ORDER BY c.relname LIMIT 1;
  IF partition IS NULL THEN RETURN 'none'; END IF;
  EXECUTE format('DROP TABLE IF EXISTS %I', partition);
  RETURN 'dropped';
EXCEPTION WHEN lock_not_available THEN
  RETURN 'in_use';
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION drop_oldest_partition(regclass, text) FROM PUBLIC;--> statement-breakpoint
-- In which the youngest row is 9 hours old: nothing reads a row after three hours, and the job may fail for ten hours before a
-- row reaches its 24th hour.
CREATE FUNCTION drop_verification_partition() RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT drop_oldest_partition('verification',
    'verification_' || to_char((date_trunc('hour', now(), 'UTC') - interval '12 hours') AT TIME ZONE 'UTC', 'YYYYMMDD"t"HH24'))
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION drop_verification_partition() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION drop_verification_partition() TO ageway_app;--> statement-breakpoint
-- In which the youngest event is 30 days old.
CREATE FUNCTION drop_activity_partition() RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT drop_oldest_partition('activity_event',
    'activity_event_' || to_char((date_trunc('day', now(), 'UTC') - 31 * interval '24 hours') AT TIME ZONE 'UTC', 'YYYYMMDD'))
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION drop_activity_partition() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION drop_activity_partition() TO ageway_app;--> statement-breakpoint
-- The app's role may not delete counters. They are kept for 400 days.
CREATE FUNCTION purge_activity_days() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM activity_day WHERE day < (now() AT TIME ZONE 'UTC')::date - 400;
  DELETE FROM why_not_day WHERE day < (now() AT TIME ZONE 'UTC')::date - 400;
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION purge_activity_days() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION purge_activity_days() TO ageway_app;--> statement-breakpoint

-- What the record stores of a step of a live check; null: nothing. A step that tells one unconfirmed live check from another
-- becomes `not_confirmed`, or is not stored: contract §5 promises shops counts only, so the table itself holds nothing finer.
CREATE FUNCTION stored_live_step(code text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN code IN ('too_young', 'went_back', 'gave_up') THEN 'not_confirmed'
    WHEN code NOT IN ('claimed', 'tried_again', 'cancelled', 'eid_timeout', 'eid_no_age', 'eid_refused')
      THEN code
  END
$$;--> statement-breakpoint
-- What a step of a live check counts as; null: nothing. Who went to the eID is counted by day, with no event, time or reference.
CREATE FUNCTION counted_live_step(code text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN code = 'claimed' THEN code ELSE stored_live_step(code) END
$$;--> statement-breakpoint
CREATE FUNCTION activity_live_step() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  stored text := stored_live_step(NEW.code);
BEGIN
  IF stored = NEW.code THEN RETURN NEW; END IF;
  IF stored IS NULL THEN RETURN NULL; END IF;
  NEW.code := stored;
  NEW.ok := true;
  NEW.billed := false;
  RETURN NEW;
END $$;--> statement-breakpoint
-- The app's statement asks these functions itself, so that it counts what it should. The trigger is for every other one. Its
-- condition names no function, because each statement would parse and plan that anew (80 us).
CREATE TRIGGER activity_live_step BEFORE INSERT ON "activity_event" FOR EACH ROW
WHEN (NEW.mode = 'live' AND NEW.kind = 'step')
EXECUTE FUNCTION activity_live_step();--> statement-breakpoint

-- The end of a chain moves on, for every role: nobody can seal other rows at positions that were taken.
CREATE FUNCTION ledger_chain_rises() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.position <= OLD.position OR NEW.organization_id <> OLD.organization_id THEN
    RAISE EXCEPTION 'The position of a chain rises' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER ledger_chain_rises BEFORE UPDATE ON "ledger_chain" FOR EACH ROW EXECUTE FUNCTION ledger_chain_rises();--> statement-breakpoint
-- A document's number rises by one, for every role: nobody can take back a number that was given.
CREATE FUNCTION document_number_rises() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.last <> OLD.last + 1 OR NEW.series <> OLD.series THEN
    RAISE EXCEPTION 'A document number rises by one' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER document_number_rises BEFORE UPDATE ON "document_number" FOR EACH ROW EXECUTE FUNCTION document_number_rises();--> statement-breakpoint
INSERT INTO "document_number" ("series", "last") VALUES ('documents', 0);
