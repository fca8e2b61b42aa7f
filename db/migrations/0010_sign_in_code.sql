ALTER TABLE "sign_in_session" ADD COLUMN "code_digest" "bytea";--> statement-breakpoint
ALTER TABLE "sign_in_session" ADD COLUMN "code_expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sign_in_session" ADD COLUMN "code_tries" smallint DEFAULT 0 NOT NULL;