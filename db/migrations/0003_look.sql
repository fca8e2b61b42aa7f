CREATE TABLE "organization_logo" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"media_type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_logo_media_type_is_known" CHECK ("organization_logo"."media_type" in ('image/png', 'image/jpeg', 'image/webp')),
	CONSTRAINT "organization_logo_is_at_most_64_kib" CHECK (octet_length("organization_logo"."bytes") between 1 and 65536),
	CONSTRAINT "organization_logo_digest_is_of_its_bytes" CHECK ("organization_logo"."digest" = encode(sha256("organization_logo"."bytes"), 'hex'))
);
--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "accent" text;--> statement-breakpoint
ALTER TABLE "organization_logo" ADD CONSTRAINT "organization_logo_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "organization_logo_by_digest" ON "organization_logo" USING btree ("digest");--> statement-breakpoint
ALTER TABLE "organization" ADD CONSTRAINT "organization_accent_is_a_colour" CHECK ("organization"."accent" ~ '^#[0-9a-f]{6}$');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "organization_logo" TO ageway_app;
