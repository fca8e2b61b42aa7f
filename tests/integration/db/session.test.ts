import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { readKeys } from "#db/queries/admission-key.ts";
import { straySettings } from "#db/queries/database.ts";
import { SESSION } from "#db/session.ts";
import { startPreparation } from "#scripts/preparation.mjs";
import { ODD } from "#tests/support/odd-settings.ts";
import { asOwner, ownerUrl } from "#tests/support/owner.ts";

async function odd() {
  const owner = asOwner();
  await owner.execute(sql.raw("CREATE ROLE session_odd LOGIN PASSWORD 'x' IN ROLE ageway_app"));
  onTestFinished(async () => {
    await owner.execute(sql.raw("DROP ROLE session_odd"));
    await owner.$client.end();
  });
  for (const [name, value] of Object.entries(ODD))
    await owner.execute(sql.raw(`ALTER ROLE session_odd SET ${name} = '${value}'`));
  return { ...databaseAt(process.env.DATABASE_URL ?? ""), user: "session_odd", password: "x" };
}

test("each setting that a session must have is one that a login can have otherwise", () => {
  expect(
    Object.keys(ODD)
      .map((name) => name.toLowerCase())
      .toSorted(),
  ).toEqual(
    Object.keys(SESSION)
      .map((name) => name.toLowerCase())
      .toSorted(),
  );
});

test("a login whose every setting is odd reads what every other reads", async () => {
  const address = await odd();
  const db = connect(address, { max: 1 });
  onTestFinished(() => db.$client.end());
  expect(await straySettings(db)).toEqual([]);
  expect(+(await readKeys(db, new Map())).now).toBeCloseTo(Date.now(), -6);
  const [row] = await db.execute(sql`
    SELECT '2001-02-03 04:05:06+00'::timestamptz AS moment, '\\x00ff'::bytea AS bytes, 0.1::float8 + 0.2 AS sum,
      interval '1 day 2 hours'::text AS span, 'organization'::regclass::text AS name, ARRAY['a', NULL]::text[]::text AS list`);
  expect(row).toEqual({
    moment: new Date("2001-02-03T04:05:06Z"),
    bytes: Buffer.from([0, 255]),
    sum: 0.1 + 0.2,
    span: "1 day 02:00:00",
    name: "organization",
    list: "{a,NULL}",
  });
});

test("what libpq reads from the environment changes nothing: which servers, and a password", async () => {
  const address = databaseAt(process.env.DATABASE_URL ?? "");
  vi.stubEnv("PGTARGETSESSIONATTRS", "any");
  vi.stubEnv("PGPASSWORD", address.password);
  onTestFinished(() => void vi.unstubAllEnvs());
  const [sound, without] = [address, { ...address, password: "" }].map((one) => connect(one, { max: 1 }));
  onTestFinished(async () => void (await Promise.all([sound, without].map((db) => db?.$client.end({ timeout: 0 })))));
  expect(await sound?.execute(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  await expect(without?.execute(sql`SELECT 1`)).rejects.toThrow();
});

test("behind a pooler, which keeps some of them, a start names them and what to do", async () => {
  const address = await odd();
  const preparation = startPreparation();
  onTestFinished(() => void preparation.end());
  const url = Object.assign(new URL(process.env.DATABASE_URL ?? ""), { username: address.user, password: "x" });
  const said = await preparation
    .ask("checkDatabase", url.href, "DATABASE_URL", true)
    .catch(({ message }: Error) => message);
  expect(said).toMatch(/its login has another .*bytea_output.* ALTER ROLE session_odd RESET/);
  expect(said).not.toMatch(/DateStyle|TimeZone/);
});

test("a database that is not UTF-8 is refused in words", async () => {
  const owner = asOwner();
  await owner.execute(sql.raw("CREATE DATABASE session_latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0"));
  onTestFinished(async () => {
    await owner.execute(sql.raw("DROP DATABASE session_latin WITH (FORCE)"));
    await owner.$client.end();
  });
  const preparation = startPreparation();
  onTestFinished(() => void preparation.end());
  const url = Object.assign(new URL(ownerUrl()), { pathname: "/session_latin" });
  await expect(preparation.ask("checkDatabase", url.href)).rejects.toThrow(/its encoding is LATIN1.* ENCODING 'UTF8'/);
});
