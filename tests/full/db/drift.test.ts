import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { sql, TransactionRollbackError } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { database } from "#lib/runtime/database.ts";
import { catalogOf } from "#tests/support/catalog.ts";
import { asOwner } from "#tests/support/owner.ts";

const SCHEMA = ["--dialect", "postgresql", "--schema", "./db/schema/*.ts"];

let built: Awaited<ReturnType<typeof databaseOfSchema>>;
beforeAll(async () => {
  built = await databaseOfSchema();
});
afterAll(() => built.$client.end());

test("the migrations build the tables that the schema says, and no other", async () => {
  expect(await catalogOf(database())).toEqual(await catalogOf(built));
});

test.for([
  "ALTER TABLE invoice ADD COLUMN more text",
  "ALTER TABLE invoice DROP COLUMN reason",
  "ALTER TABLE invoice ALTER COLUMN net_minor TYPE integer",
  "ALTER TABLE invoice ALTER COLUMN reason SET NOT NULL",
  "ALTER TABLE domain ALTER COLUMN method SET DEFAULT 'file'",
  "ALTER TABLE member DROP CONSTRAINT member_role_is_known",
  "ALTER TABLE member DROP CONSTRAINT member_role_is_known, ADD CONSTRAINT member_role_is_known CHECK (role = 'owner')",
  "ALTER TABLE member DROP CONSTRAINT member_user_id_user_id_fk",
  "ALTER TABLE verification RENAME CONSTRAINT verification_mode_is_known TO mode_is_known",
  "DROP INDEX member_by_user",
  "CREATE TABLE more ()",
  "DROP TABLE key_alert",
])("a database after %s is not what the schema says", async (change) => {
  const migrated = await catalogOf(database());
  await built
    .transaction(async (tx) => {
      await tx.execute(sql.raw(change));
      expect(await catalogOf(tx)).not.toEqual(migrated);
      tx.rollback();
    })
    .catch((fault) => expect(fault).toBeInstanceOf(TransactionRollbackError));
});

test("npm run migrations finds nothing to write", async () => {
  const out = mkdtempSync(join(tmpdir(), "ageway-migrations-"));
  onTestFinished(() => rmSync(out, { recursive: true }));
  cpSync("db/migrations", out, { recursive: true });
  const before = readdirSync(out);
  expect(await drizzleKit("generate", ...SCHEMA, "--out", relative(".", out))).toContain(
    "No schema changes, nothing to migrate",
  );
  expect(readdirSync(out)).toEqual(before);
});

/** A database of its own, made from the schema alone. */
async function databaseOfSchema() {
  const name = `drift_${randomBytes(6).toString("hex")}`;
  const url = new URL(process.env.DATABASE_URL ?? "");
  const server = asOwner(url.href);
  await server.execute(sql`CREATE DATABASE ${sql.identifier(name)}`);
  await server.$client.end();
  url.pathname = name;
  const owner = asOwner(url.href);
  await owner.execute(sql.raw(await drizzleKit("export", ...SCHEMA)));
  return owner;
}

async function drizzleKit(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("lab/tools/node_modules/.bin/drizzle-kit", args);
  return stdout;
}
