import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { database } from "#lib/runtime/database.ts";
import { migrateDatabase } from "#lib/runtime/migrate-database.ts";
import { catalogOf } from "#tests/support/catalog.ts";
import { ageway } from "#tests/support/command.ts";
import { databaseOf, emptyDatabase, folderOf, folderWith } from "#tests/support/migrations.ts";
import { asOwner, ownerUrl } from "#tests/support/owner.ts";

/** Of releases: so many of the first migrations. */
const RELEASED = [1];

async function ownerOf(url: string) {
  const owner = asOwner(url);
  onTestFinished(() => owner.$client.end());
  return owner;
}

/** The address of a database that a newer version has migrated. */
async function newer(...next: string[]): Promise<string> {
  const url = await databaseOf();
  await migrate(databaseAt(ownerUrl(url)), "", folderWith(...next));
  return url;
}

const asOperator = (url: string, folder?: string) =>
  migrateDatabase(
    () => {},
    { databaseAddress: databaseAt(url), ownerAddress: databaseAt(ownerUrl(url)), isPooled: false },
    folder,
  );
/** A start that does not have the owner's login. */
const asApp = (url: string, folder?: string) => {
  const address = databaseAt(url);
  return migrateDatabase(() => {}, { databaseAddress: address, ownerAddress: address, isPooled: false }, folder);
};

test.for(RELEASED)("the tables of the first %i migrations become those of this version", async (first) => {
  const url = await databaseOf(folderOf(first));
  expect(await asOperator(url)).toBe("current");
  const owner = await ownerOf(url);
  expect(await catalogOf(owner)).toEqual(await catalogOf(database()));
});

test("tables of a migration that no version has are refused in words, and left alone", async () => {
  const url = await databaseOf();
  const owner = await ownerOf(url);
  await owner.execute(sql`UPDATE drizzle.__drizzle_migrations SET hash = 'edited' WHERE id = 1`);
  const before = await catalogOf(owner);
  await expect(asOperator(url, folderWith("ALTER TABLE organization ADD COLUMN next text"))).rejects.toThrow(
    /^The tables are of a migration that no released version has.* restore a backup/,
  );
  expect(await catalogOf(owner)).toEqual(before);
});

test("tables of a newer version serve, unless that version said that it works with none before it", async () => {
  const url = await newer("ALTER TABLE organization ADD COLUMN next text");
  expect([await asOperator(url), await asApp(url)]).toEqual(["newer", "newer"]);
  const breaking =
    "CREATE OR REPLACE FUNCTION compatible_since() RETURNS bigint LANGUAGE sql AS 'SELECT 9000000000000'";
  const broken = await newer(breaking);
  for (const start of [asOperator, asApp])
    await expect(start(broken)).rejects.toThrow(/^The tables are of a newer version.* Start that version/);
});

test("a start without the owner's login is content with tables of its version, and says what older ones need", async () => {
  const url = await databaseOf();
  expect(await asApp(url)).toBe("current");
  const next = folderWith("ALTER TABLE organization ADD COLUMN next text");
  await expect(asApp(url, next)).rejects.toThrow(
    /42501 insufficient_privilege: permission denied for .*\. Migrations need the login that owns.* DATABASE_OWNER_URL/,
  );
  expect(await asOperator(url, next)).toBe("current");
  expect(await asApp(url, next)).toBe("current");
});

test("ageway migrate says that the tables are of this version", async () => {
  expect(await ageway(["migrate", "--json"])).toMatchObject({ status: 0, out: '{"tables":"current"}\n' });
});

test("an empty database without the owner's login is refused in words, without a statement of ours", async () => {
  const said = await asApp(await emptyDatabase()).catch(({ message }: Error) => message);
  expect(said).toMatch(/^The tables could not be brought to this version \(42501 insufficient_privilege/);
  expect(said).not.toMatch(/CREATE SCHEMA|SELECT|params/i);
});

test("a migration that breaks says what PostgreSQL said of the object, and no statement and no value", async () => {
  const url = await databaseOf();
  const saidBy = (statement: string) => asOperator(url, folderWith(statement)).catch(({ message }: Error) => message);
  expect(await saidBy("ALTER TABLE nowhere ADD COLUMN next text")).toMatch(
    /\(42P01 undefined_table: relation "nowhere" does not exist\)\. The tables are not as this version's migrations left them/,
  );
  const value = await saidBy("SELECT 'marked'::int");
  expect(value).toMatch(/\(22P02 data_exception\)\. Read the log of PostgreSQL/);
  expect(value).not.toMatch(/marked|SELECT/);
});

test("a session whose login has a schema of its own makes the tables in public", async () => {
  const url = await emptyDatabase();
  const owner = await ownerOf(url);
  await owner.execute(sql.raw("CREATE SCHEMA ageway"));
  await migrate(databaseAt(ownerUrl(url)), new URL(url).username);
  const app = connect(databaseAt(url), { max: 1 });
  onTestFinished(() => app.$client.end());
  expect(
    await app.execute(
      sql`SELECT relnamespace::regnamespace::text AS schema FROM pg_class WHERE relname = 'organization'`,
    ),
  ).toEqual([{ schema: "public" }]);
});
