import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { openClient } from "#db/open-client.ts";
import { paced } from "#db/paced.ts";
import { loginOwnsTables } from "#db/queries/database.ts";
import { SESSION } from "#db/session.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { blocksOf } from "#tests/support/document-block.ts";
import { generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { asOwner, ownerUrl } from "#tests/support/owner.ts";

const DENIED = "42501";

const ROLE_CHANGES = ["SET ROLE NONE", "RESET ROLE", "SET SESSION AUTHORIZATION DEFAULT", "DISCARD ALL"];
const HARM = [
  "UPDATE billing_event SET price_minor = 0",
  "DELETE FROM billing_event",
  "TRUNCATE billing_event",
  "DROP TABLE billing_event",
  "ALTER TABLE billing_event DISABLE TRIGGER ALL",
  "UPDATE ledger_seal SET event_at = event_at",
  "DELETE FROM invoice",
  "DELETE FROM audit_event",
  "DROP TABLE verification",
  "DROP SCHEMA public CASCADE",
  "DROP FUNCTION make_partitions()",
  "CREATE TABLE public.mine ()",
  "ALTER ROLE ageway_app SUPERUSER",
  "SET ROLE ageway",
  "SET SESSION AUTHORIZATION ageway",
  "COPY billing_event TO PROGRAM 'true'",
  "SELECT pg_read_file('postgresql.conf')",
];

test.for(ROLE_CHANGES)(
  "after %s the app's connection changes nothing on the ledger, and drops nothing",
  async (way) => {
    const shop = await newOrganization();
    await generate("b", shop);
    const client = openClient(config().databaseAddress, { max: 1, connection: { ...SESSION, role: "ageway_app" } });
    onTestFinished(() => client.end());
    await client.unsafe(way);
    // No error, but a warning that nothing was granted.
    await client.unsafe("GRANT ALL ON billing_event TO ageway_app");
    for (const statement of HARM) {
      const code = await client.unsafe(statement).then(
        () => "allowed",
        (fault: { code: string }) => fault.code,
      );
      expect([statement, code]).toEqual([statement, DENIED]);
    }
    expect(await shop.billed()).toBe(1);
  },
);

test("the log says so where the app logs in as the owner of its tables", async () => {
  const owner = connect(databaseAt(ownerUrl()), { max: 1 });
  onTestFinished(() => owner.$client.end());
  expect([await loginOwnsTables(owner), await loginOwnsTables(database())]).toEqual([true, false]);
});

/** The statements of the chapter of installing, for the owner that may make roles, and for the one that may not. */
const [WITH_ROLES, WITHOUT_ROLES] = statementsIn("docs/operate/install.md");
const [BOUNDS] = statementsIn("docs/operate/scale.md");

function statementsIn(path: "docs/operate/install.md" | "docs/operate/scale.md"): string[][] {
  return blocksOf(readFileSync(path, "utf8"))
    .filter(({ language }) => language === "sql")
    .map(({ code }) =>
      code
        .replaceAll(/--.*$/gm, "")
        .split(";")
        .flatMap((one) => one.trim() || []),
    );
}

/** As a database's administrator prepares it by the chapter: logins of this test, and an empty database. */
async function emptyDatabase(statements: readonly string[] = []) {
  const suffix = randomBytes(6).toString("hex");
  const [owner, login] = [`owner_${suffix}`, `login_${suffix}`];
  const superuser = asOwner();
  onTestFinished(() => superuser.$client.end());
  const named = (statement: string) =>
    statement
      .replaceAll("ageway_owner", owner)
      .replaceAll("ageway_login", login)
      .replaceAll("'…'", "'of-a-test'")
      .replace("DATABASE ageway ", `DATABASE ${owner} `);
  const perform = async (all: readonly string[] = []) => {
    // The role of the app is everybody's on this server, and is there.
    for (const one of all) if (!one.startsWith("CREATE ROLE ageway_app")) await superuser.execute(sql.raw(named(one)));
  };
  await perform(statements);
  const addressOf = (user: string) => ({ ...config().databaseAddress, user, password: "of-a-test", database: owner });
  return { superuser, owner, login, addressOf, perform };
}

test("where the administrator made the app's role and granted it, the owner needs no CREATEROLE", async () => {
  const { owner, login, addressOf, perform } = await emptyDatabase(WITHOUT_ROLES);
  await migrate(addressOf(owner), login);
  await migrate(addressOf(owner), login);
  const app = connect(addressOf(login), { max: 1 });
  onTestFinished(() => app.$client.end());
  const [who] = await app.execute(sql`SELECT current_user::text AS role, count(*)::int AS n FROM billing_event`);
  expect(who).toEqual({ role: "ageway_app", n: 0 });
  expect(await loginOwnsTables(app)).toBe(false);
  await perform(BOUNDS);
  const bounded = connect(addressOf(login), { max: 1 });
  onTestFinished(() => bounded.$client.end());
  const [bounds] = await bounded.execute(
    sql`SELECT current_setting('role') AS role, current_setting('statement_timeout') AS statement, extract(epoch FROM current_setting('idle_in_transaction_session_timeout')::interval)::int AS idle`,
  );
  expect(bounds).toMatchObject({ role: "ageway_app", idle: paced(10) });
});

test("an owner that is no superuser migrates, and lets the app's login work as the app's role alone", async () => {
  const { superuser, owner, login, addressOf } = await emptyDatabase(WITH_ROLES);
  // As the one who made that role has it: here another owner did, for another database.
  await superuser.execute(sql`GRANT ageway_app TO ${sql.identifier(owner)} WITH ADMIN OPTION`);
  await migrate(addressOf(owner), login);
  await migrate(addressOf(owner), login);
  const app = connect(addressOf(login), { max: 1 });
  onTestFinished(() => app.$client.end());
  const [who] = await app.execute(sql`SELECT current_user::text AS role, count(*)::int AS n FROM billing_event`);
  expect(who).toEqual({ role: "ageway_app", n: 0 });
  expect(await loginOwnsTables(app)).toBe(false);
});
