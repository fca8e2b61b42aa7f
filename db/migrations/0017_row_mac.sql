ALTER TABLE "billing_event" ADD COLUMN "mac" "bytea";--> statement-breakpoint
ALTER TABLE "billing_event" ADD CONSTRAINT "billing_event_mac_has_20_bytes" CHECK (octet_length("billing_event"."mac") = 20) NOT VALID;--> statement-breakpoint
CREATE TABLE "ledger_signing" (
	"since" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
GRANT SELECT ON "ledger_signing" TO ageway_app;--> statement-breakpoint
-- Rows that an older version writes until it is replaced have no MAC. An empty ledger has none of them, and gets no moment.
INSERT INTO "ledger_signing" SELECT now() WHERE EXISTS (SELECT FROM "billing_event");
