ALTER TABLE "plugin_key" ADD COLUMN "paused_at" timestamp (3) with time zone;
