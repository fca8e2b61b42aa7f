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
ALTER TABLE "plugin_key_secret" ADD CONSTRAINT "plugin_key_secret_plugin_key_id_plugin_key_id_fk" FOREIGN KEY ("plugin_key_id") REFERENCES "public"."plugin_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "plugin_key_secret_two_at_most" ON "plugin_key_secret" USING btree ("plugin_key_id","place");--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON "plugin_key_secret" TO ageway_app;
