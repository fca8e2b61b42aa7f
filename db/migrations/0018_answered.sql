ALTER TABLE "verification" ADD COLUMN "answered" smallint DEFAULT 0 NOT NULL;
