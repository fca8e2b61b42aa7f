import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { LANGUAGES } from "#lib/core/language.rules.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { generate } from "#tests/support/gateway.ts";
import { countRows, newOrganization } from "#tests/support/organization.ts";
import { ownerUrl } from "#tests/support/owner.ts";
import { started } from "#tests/support/visitor.ts";

const codeOf = (query: ReturnType<typeof sql>) =>
  database()
    .execute(query)
    .then(
      () => "allowed",
      (error: { cause?: { code?: string } }) => error.cause?.code,
    );

const DENIED = "42501";
const CHECK = "23514";
const UNIQUE = "23505";

/** What is written there once, and a column of it. */
const WRITTEN_ONCE = {
  billing_event: "created_at",
  audit_event: "created_at",
  ledger_seal: "event_at",
  invoice: "lines",
  invoice_payment: "paid_at",
  subscription_term: "starts_at",
  closed_month: "closed_at",
  former_organization: "name",
  stripe_event: "created_at",
};

test("the application's role may add to the ledger, its chain, documents and the audit log, and change nothing there", async () => {
  const shop = await newOrganization();
  await generate("b", shop);
  for (const [table, column] of Object.entries(WRITTEN_ONCE)) {
    const [name, at] = [sql.identifier(table), sql.identifier(column)];
    expect(await codeOf(sql`UPDATE ${name} SET ${at} = ${at}`), table).toBe(DENIED);
    expect(await codeOf(sql`DELETE FROM ${name}`)).toBe(DENIED);
    expect(await codeOf(sql`TRUNCATE ${name}`)).toBe(DENIED);
    expect(await codeOf(sql`DROP TABLE ${name}`)).toBe(DENIED);
  }
  expect(await shop.billed()).toBe(1);
});

test("verifications leave only with their partition", async () => {
  expect(await codeOf(sql`DELETE FROM verification`)).toBe(DENIED);
  expect(await codeOf(sql`TRUNCATE verification`)).toBe(DENIED);
});

test("a second billing event for one verification cannot be written", async () => {
  const shop = await newOrganization();
  const { id } = await started("b", shop);
  const again = sql`INSERT INTO billing_event SELECT * FROM billing_event WHERE verification_id = ${id}`;
  expect(await codeOf(again)).toBe(UNIQUE);
});

test.for([
  ["completed, and the page still known", "completed_at = now(), outcome = 'verified'"],
  ["completed without an outcome", "completed_at = now(), return_url = NULL"],
  ["an outcome before completion", "outcome = 'verified'"],
  ["an outcome nobody knows", "completed_at = now(), return_url = NULL, outcome = 'maybe'"],
  ["an age of 17", "minimum_age = 17"],
  ["a redeemed no", "redeemed_at = now()"],
  ["a device id in clear", "device = 'f47ac10b'"],
  ["a claimed link without a browser's claim", "browser = device, started_at = NULL"],
] as const)("a verification cannot be %s", async ([, change]) => {
  const { id } = await started("s", await newOrganization());
  expect(await codeOf(sql`UPDATE verification SET ${sql.raw(change)} WHERE id = ${id}`)).toBe(CHECK);
});

test("a test event that costs something and a live key of test mode cannot be written", async () => {
  const shop = await newOrganization();
  expect(
    await codeOf(
      sql`INSERT INTO billing_event (verification_id, organization_id, plugin_key_id, provider, mode, price_minor, currency) VALUES (gen_random_uuid(), ${shop.id}, ${shop.id}, 'b', 'test', 1, 'EUR')`,
    ),
  ).toBe(CHECK);
  expect(await codeOf(sql`UPDATE plugin_key SET mode = 'test' WHERE key = ${shop.key}`)).toBe(CHECK);
});

test.for([
  ["an accent by name", sql`UPDATE organization SET accent = 'red'`],
  ["an accent in capitals", sql`UPDATE organization SET accent = '#7A1F2B'`],
  ["an accent with more behind it", sql`UPDATE organization SET accent = E'#7a1f2b\n'`],
] as const)("%s cannot be written", async ([, change]) => {
  const { id } = await newOrganization();
  expect(await codeOf(sql`${change} WHERE id = ${id}`)).toBe(CHECK);
});

test("a key has a language that there are pages in, or none", async () => {
  const { key } = await newOrganization();
  const speak = (language: string | null) =>
    codeOf(sql`UPDATE plugin_key SET language = ${language}::text WHERE key = ${key}`);
  for (const language of [...LANGUAGES, null]) expect(await speak(language)).toBe("allowed");
  for (const language of ["se", "DA", ""]) expect(await speak(language)).toBe(CHECK);
});

test("a logo has a known kind, up to 65,536 bytes and their own digest, and goes with its organization", async () => {
  const { id } = await newOrganization();
  const keep = (kind: string, bytes: Buffer, digestOf = bytes) =>
    codeOf(sql`
      INSERT INTO organization_logo (organization_id, media_type, bytes, digest)
      VALUES (${id}, ${kind}, ${bytes}, ${createHash("sha256").update(digestOf).digest("hex")})`);
  expect(await keep("image/svg+xml", Buffer.alloc(1))).toBe(CHECK);
  expect(await keep("image/png", Buffer.alloc(0))).toBe(CHECK);
  expect(await keep("image/png", Buffer.alloc(65_537))).toBe(CHECK);
  expect(await keep("image/png", Buffer.alloc(1), Buffer.alloc(2))).toBe(CHECK);
  expect(await keep("image/png", Buffer.alloc(65_536))).toBe("allowed");
  expect(await keep("image/png", Buffer.alloc(1))).toBe(UNIQUE);
  const logos = sql`SELECT count(*)::int AS n FROM organization_logo WHERE organization_id = ${id}`;
  expect(await countRows(logos)).toBe(1);
  await database().execute(sql`DELETE FROM organization WHERE id = ${id}`);
  expect(await countRows(logos)).toBe(0);
});

test("the ledger outlives the organization's other rows, and every key a mode", async () => {
  const shop = await newOrganization();
  await generate("b", shop);
  await database().execute(sql`DELETE FROM organization WHERE id = ${shop.id}`);
  expect(await shop.billed()).toBe(1);
});

test("migrating again, by two at once, changes nothing and loses nothing", async () => {
  const shop = await newOrganization();
  await generate("b", shop);
  await Promise.all([migrate(databaseAt(ownerUrl())), migrate(databaseAt(ownerUrl()))]);
  expect([await shop.started(), await shop.billed()]).toEqual([1, 1]);
});

test("a pool works as the application's role, whoever logs in", async () => {
  const pool = connect(config().databaseAddress, { max: 1 });
  const [row] = await pool.execute(sql`SELECT current_user::text AS role, session_user::text AS login`);
  await pool.$client.end();
  expect(row).toEqual({ role: "ageway_app", login: "ageway_login" });
});
