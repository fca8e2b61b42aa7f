-- The time of the oldest migration whose version works on these tables. A migration that an older version cannot work on replaces this.
CREATE FUNCTION compatible_since() RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 1795319504969::bigint';--> statement-breakpoint
-- So a start that does not have the owner's login sees of which version the tables are.
GRANT USAGE ON SCHEMA drizzle TO ageway_app;--> statement-breakpoint
GRANT SELECT ON drizzle.__drizzle_migrations TO ageway_app;
