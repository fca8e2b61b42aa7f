ALTER TABLE "plan" ADD COLUMN "calls_per_minute" integer;--> statement-breakpoint
ALTER TABLE "plan" ADD CONSTRAINT "plan_calls_per_minute_is_positive" CHECK ("plan"."calls_per_minute" > 0);--> statement-breakpoint
ALTER TABLE "plugin_key" ADD COLUMN "calls_per_minute" integer;--> statement-breakpoint
ALTER TABLE "plugin_key" ADD COLUMN "accepted_per_hour" integer;--> statement-breakpoint
ALTER TABLE "plugin_key" ADD CONSTRAINT "plugin_key_limits_are_positive" CHECK ("plugin_key"."calls_per_minute" > 0 and "plugin_key"."accepted_per_hour" > 0);--> statement-breakpoint
CREATE TABLE "key_hour" (
	"plugin_key_id" uuid PRIMARY KEY NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"accepted" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "key_hour" ADD CONSTRAINT "key_hour_plugin_key_id_plugin_key_id_fk" FOREIGN KEY ("plugin_key_id") REFERENCES "public"."plugin_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "key_hour" TO ageway_app;
