CREATE TABLE "invitation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
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
ALTER TABLE "sign_in_link" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "domain" ADD COLUMN "method" text DEFAULT 'dns' NOT NULL;--> statement-breakpoint
ALTER TABLE "domain" ADD COLUMN "checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "domain" ADD COLUMN "diagnosis" text;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "legal_address" text;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "verified_devices" text DEFAULT 'turned_away' NOT NULL;--> statement-breakpoint
ALTER TABLE "plugin_key" ADD COLUMN "verified_devices" text;--> statement-breakpoint
ALTER TABLE "sign_in_session" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_session" ADD COLUMN "seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_session" ADD COLUMN "browser" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_open_once_per_address" ON "invitation" USING btree ("organization_id","email") WHERE "invitation"."accepted_at" is null and "invitation"."revoked_at" is null;--> statement-breakpoint
ALTER TABLE "sign_in_session" ADD CONSTRAINT "sign_in_session_id_unique" UNIQUE("id");--> statement-breakpoint
ALTER TABLE "domain" ADD CONSTRAINT "domain_method_is_known" CHECK ("domain"."method" in ('dns', 'file'));--> statement-breakpoint
ALTER TABLE "domain" ADD CONSTRAINT "domain_file_proves_one_host" CHECK ("domain"."method" = 'dns' or not "domain"."include_subdomains" or "domain"."proven_at" is null);--> statement-breakpoint
ALTER TABLE "organization" ADD CONSTRAINT "organization_language_is_known" CHECK ("organization"."language" in ('da', 'sv', 'nb', 'fi', 'en', 'de'));--> statement-breakpoint
ALTER TABLE "organization" ADD CONSTRAINT "organization_verified_devices_is_known" CHECK ("organization"."verified_devices" in ('turned_away', 'asked_again'));--> statement-breakpoint
ALTER TABLE "plugin_key" ADD CONSTRAINT "plugin_key_verified_devices_is_known" CHECK ("plugin_key"."verified_devices" in ('turned_away', 'asked_again'));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "invitation" TO ageway_app;
