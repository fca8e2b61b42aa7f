CREATE TABLE "reservation" (
	"organization_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"price_minor" integer NOT NULL,
	"with_secret" boolean NOT NULL,
	"checks" integer NOT NULL,
	CONSTRAINT "reservation_organization_id_until_price_minor_with_secret_pk" PRIMARY KEY("organization_id","until","price_minor","with_secret"),
	CONSTRAINT "reservation_counts_checks" CHECK ("reservation"."checks" >= 0)
);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "reservation" TO ageway_app;--> statement-breakpoint
CREATE INDEX "reservation_by_end" ON "reservation" USING btree ("until");--> statement-breakpoint
-- The organizations before the verifications, as a call locks them.
ALTER TABLE "reservation" ADD CONSTRAINT "reservation_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification" ADD COLUMN "reserved_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "verification" ADD COLUMN "with_secret" boolean;--> statement-breakpoint
-- What browsers have claimed goes on with its reservation, for as long as a check usually may be under way. A link that nobody
-- has claimed reserves at its claim.
WITH under_way AS (
  UPDATE "verification" v
  SET "reserved_minor" = coalesce(v."reserved_minor", s."price_s_minor"), "with_secret" = k."locked_at" IS NOT NULL,
    "reserved_until" = date_trunc('minute', v."started_at" + interval '16 minutes 10 seconds', 'UTC')
  FROM "plugin_key" k, "subscription" s
  WHERE k."id" = v."plugin_key_id" AND s."organization_id" = v."organization_id" AND v."provider" = 's' AND v."mode" = 'live'
    AND v."completed_at" IS NULL AND v."started_at" > now() - interval '15 minutes 10 seconds'
    AND v."id" >= uuid_v7_from(now() - interval '2 hours')
  RETURNING v."organization_id", v."reserved_until", v."reserved_minor", v."with_secret"
)
INSERT INTO "reservation" SELECT "organization_id", "reserved_until", "reserved_minor", "with_secret", count(*)
FROM under_way GROUP BY 1, 2, 3, 4;
