ALTER TABLE "sign_in_session" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "sign_in_session" SET "asked_at" = "created_at";--> statement-breakpoint
ALTER TABLE "sign_in_session" ALTER COLUMN "asked_at" SET DEFAULT now();
