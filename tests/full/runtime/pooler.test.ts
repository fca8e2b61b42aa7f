import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect, type Database } from "#db/client.ts";
import { boundsStatements } from "#db/queries/database.ts";
import { lockOrganizationIfAny } from "#db/queries/organization-lock.ts";
import { database } from "#lib/runtime/database.ts";
import { recordedCodes } from "#tests/support/activity.ts";
import { startApp } from "#tests/support/app.ts";
import { check, generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { somebodyWaitsFor } from "#tests/support/organization-lock.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { startPgBouncer } from "#tests/support/pgbouncer.ts";
import { freePort } from "#tests/support/ports.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const CAP = 40;

let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
let app: Awaited<ReturnType<typeof startApp>>;
let owner: Database;

// The app's server works through the pooler; what the test itself makes and reads does not.
beforeAll(async () => {
  await enterOwnDatabase();
  const direct = process.env.DATABASE_URL ?? "";
  const ownerUrl = new URL(inject("ownerUrl"));
  ownerUrl.pathname = new URL(direct).pathname;
  owner = connect(databaseAt(ownerUrl.href), { max: 1, role: "ageway" });
  pooler = await startPgBouncer(direct);
  const port = await freePort();
  app = await startApp(
    {
      ...inject("env"),
      DATABASE_URL: pooler.url,
      DATABASE_OWNER_URL: ownerUrl.href,
      DATABASE_POOLER: "transaction",
      LOG_LEVEL: "info",
    },
    port,
  );
  process.env.SERVER_URL = app.url;
});
afterAll(async () => {
  await app?.kill();
  await pooler?.stop();
  await owner?.$client.end();
});

// The first test: once one of them has made a user, no first owner is wanted.
test("jobs run, and the log says that the operator has not bounded the login's statements", async () => {
  await expect.poll(() => eventsOf("database_statements_unbounded")).toHaveLength(1);
  await expect.poll(() => eventsOf("first_owner_wanted")).toHaveLength(1);
  expect(eventsOf("jobs_not_started")).toEqual([]);
  expect(eventsOf("database_login_owns_tables")).toEqual([]);
  const queues = await owner.execute<{ name: string }>(sql`SELECT name FROM jobs.queue`);
  expect(queues.map(({ name }) => name)).toContain("seal-ledger");
});

test.for(["s", "b"] as const)("a check at %s goes its whole way: link, eID, token, record", async (provider) => {
  const shop = await newOrganization();
  const { url, device } = await started(provider, shop);
  const token = tokenIn((await completeFlow(browser(), url, "adult")).headers.get("location") ?? "");
  const answers = [await check(token ?? "", device), await check(token ?? "", device)];
  for (const { body } of answers) expect(body).toMatchObject({ age: 18, verified: true });
  await expect.poll(() => recordedCodes(shop), { timeout: 10_000 }).toContain("check answered_yes");
  expect(await shop.billed()).toBe(1);
});

test("a cap that stops accepts exactly as many of the calls that come at once", async () => {
  const shop = await newOrganization({ spendCapMinor: 12 * CAP });
  const answers = await Promise.all(Array.from({ length: 3 * CAP }, () => generate("b", shop)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(CAP);
  expect(await shop.billed()).toBe(CAP);
});

test("a call that is answered 503 while its organization is locked is not billed later", async () => {
  const [locked, other] = [await newOrganization(), await newOrganization()];
  await database().transaction(async (tx) => {
    await lockOrganizationIfAny(tx, locked.id);
    const five = () => Promise.all(Array.from({ length: 5 }, () => generate("b", locked)));
    const first = five();
    await somebodyWaitsFor(tx);
    // These come too late for the batch that waits.
    const later = five();
    expect((await generate("b", other)).status).toBe(200);
    const answers = [...(await first), ...(await later)];
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  });
  // It waits in turn behind whatever still waits.
  expect((await generate("b", locked)).status).toBe(200);
  expect(await locked.billed()).toBe(1);
});

test("pages that read at once, more of them than there are connections, are all drawn", async () => {
  const shop = await newOrganization();
  const { cookie } = await signedIn({ of: shop.id });
  const paths = ["", "/connect", "/keys", "/domains", "/checks", "/billing", "/billing/events", "/team", "/audit"];
  for (let round = 0; round < 3; round += 1) {
    const pages = await Promise.all(paths.map((path) => fetch(`${app.url}/dashboard${path}`, { headers: { cookie } })));
    expect(pages.map(({ status }) => status)).toEqual(paths.map(() => 200));
    await Promise.all(pages.map((page) => page.text()));
  }
});

test("nothing of all this failed", () => {
  const failed = ["flow_failed", "part_not_loaded", "check_failed", "activity_dropped", "printed"];
  expect(failed.flatMap(eventsOf)).toEqual([]);
});

test("an operator who gives the login its role and bounds, as the documents say, has them behind the pooler", async () => {
  const url = new URL(process.env.DATABASE_URL ?? "");
  const login = sql`${sql.identifier(url.username)} IN DATABASE ${sql.identifier(url.pathname.slice(1))}`;
  for (const setting of [
    "role = 'ageway_app'",
    "statement_timeout = '5s'",
    "idle_in_transaction_session_timeout = '10s'",
  ])
    await owner.execute(sql`ALTER ROLE ${login} SET ${sql.raw(setting)}`);
  // PgBouncer keeps the connections that it has; a new one shows what the login gets now.
  const bounded = connect(databaseAt(url.href), { max: 1, isPooled: true });
  try {
    expect(await boundsStatements(bounded)).toBe(true);
    expect(await bounded.execute(sql`SELECT current_user AS role`)).toEqual([{ role: "ageway_app" }]);
  } finally {
    await bounded.$client.end();
  }
});

function eventsOf(event: string): Record<string, unknown>[] {
  const lines = app.output().trim().split("\n");
  return lines.map((line) => JSON.parse(line)).filter((line) => line.event === event);
}
