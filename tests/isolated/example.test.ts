import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { findOrganization } from "#db/queries/organization.ts";
import { overviewOf } from "#lib/activity/overview.ts";
import { dayOf, daysAfter } from "#lib/base/time.rules.ts";
import { listInvoices } from "#lib/billing/invoices.ts";
import { setPlan } from "#lib/billing/plans.ts";
import { readUsage } from "#lib/billing/usage.ts";
import { verifyLedger } from "#lib/billing/verify-ledger.ts";
import { OPERATOR } from "#lib/core/actor.ts";
import { EXAMPLE_ID } from "#lib/organizations/example.rules.ts";
import { cookieName } from "#lib/runtime/cookie.ts";
import { database } from "#lib/runtime/database.ts";
import { seedExample } from "#sandbox/example/seed.ts";
import { startApp } from "#tests/support/app.ts";
import { configure } from "#tests/support/configure.ts";
import { textOf } from "#tests/support/dashboard.ts";
import { PAGES } from "#tests/support/dashboard-places.ts";
import { TEST_PLAN } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { ownerUrl } from "#tests/support/owner.ts";
import { freePort } from "#tests/support/ports.ts";
import type { FullShop } from "#tests/support/shop-with-everything.ts";
import { signedIn } from "#tests/support/signed-in.ts";

const PLAN = { ...TEST_PLAN, monthlyFeeMinor: 0 };
const OTHER_PLAN = { ...TEST_PLAN, id: "other-plan" };
const OWNER = "owner@shop.example";
const seed = () => seedExample({ owner: OWNER, plan: PLAN });

beforeAll(async () => {
  await enterOwnDatabase();
  configure({ DATABASE_OWNER_URL: ownerUrl() });
  for (const plan of [PLAN, OTHER_PLAN]) await setPlan(OPERATOR, plan);
});

test("where there is no demo, no example organization is made", async () => {
  await expect(seed()).rejects.toThrow("Only a demo gets an example organization");
  expect(await findOrganization(database(), EXAMPLE_ID)).toBeNull();
});

describe("of a demo", () => {
  let app: Awaited<ReturnType<typeof startApp>>;
  /** How many rows each table had after the first start, and after the second. */
  const counts: Record<string, number>[] = [];
  beforeAll(async () => {
    configure({ AGEWAY_DEMO: "1" });
    for (let start = 0; start < 2; start += 1) {
      await seed();
      counts.push(await countRows());
    }
    app = await startApp({ ...inject("env"), DATABASE_URL: process.env.DATABASE_URL ?? "" }, await freePort());
    return () => app.kill();
  });

  test("it has what a shop has after sixty days, and a second start adds nothing", () => {
    const [first, second] = counts;
    expect(second).toEqual(first);
    expect(first).toMatchObject({
      organization: 1,
      plugin_key: 3,
      domain: 2,
      member: 4,
      invoice: 2,
      doctor_run: 2,
      mail_outbox: 0,
    });
    expect(first?.audit_event).toBeGreaterThan(15);
  });

  test("its ledger verifies, with its chain, its totals and its invoices", async () => {
    const billed = counts[0]?.billing_event;
    expect(await verifyLedger(OPERATOR, null)).toMatchObject({
      rows: [{ organizationId: EXAMPLE_ID, rows: billed, position: billed, finding: null }],
      missingNumber: null,
    });
  });

  test("its record has a row a check, checks of both eIDs on each of sixty days, and refused calls", async () => {
    const [row] = await database().execute(sql`
    SELECT (SELECT count(*) FROM activity_check WHERE id IS NOT NULL) AS listed,
      (SELECT count(*) FROM activity_check WHERE id IS NULL) AS unlisted,
      (SELECT count(*) FROM activity_event WHERE kind = 'call' AND code = 'accepted') AS called,
      (SELECT count(*) FROM activity_event WHERE mode = 'live' AND code IN ('claimed', 'too_young', 'went_back', 'gave_up')) AS told`);
    expect(row).toMatchObject({ listed: row?.called, unlisted: 0, told: 0 });
    const overview = await overviewOf(OPERATOR, EXAMPLE_ID, { days: 90, mode: "live" });
    if (!overview.ok) throw new Error(overview.reason);
    const since = dayOf(daysAfter(Date.now(), -60));
    for (const { day, made } of overview.days)
      if (day >= since && day < dayOf(Date.now())) expect(made).toBeGreaterThanOrEqual(30);
    expect(overview.eids.map(({ provider }) => provider)).toEqual(["b", "s"]);
    expect(overview.whyNot.length).toBeGreaterThan(0);
    expect(overview.refused.length).toBeGreaterThan(3);
    const { made, confirmed } = overview.funnel;
    expect(Math.round((100 * confirmed) / made)).toBe(68);
  });

  test("its cap is used up to 78 %", async () => {
    const read = await readUsage(OPERATOR, EXAMPLE_ID);
    const [row] = await database().execute<{ cap: number }>(sql`SELECT spend_cap_minor AS cap FROM subscription`);
    const spent = read.ok ? read.spentNowMinor : 0;
    // In the first hours of a month next to nothing is spent.
    expect(row?.cap).toBe(Math.max(100, Math.floor(spent / 0.78)));
  });

  const HOSTS = ["shop.example", "tickets.example"] as const;
  const ask = (path: string, cookie = "") => fetch(app.url + path, { redirect: "manual", headers: { cookie } });

  test("each page of its dashboard answers, and says that its data is made up", async () => {
    const { cookie } = await signedIn({ email: OWNER });
    const [row] = await database().execute(sql`
      SELECT (SELECT key FROM plugin_key WHERE replaces_id IS NOT NULL) AS key, (SELECT max(number) FROM invoice) AS invoice,
        (SELECT json_build_object('id', user_id) FROM member WHERE role = 'developer') AS other,
        (SELECT id FROM doctor_run LIMIT 1) AS run`);
    const named = {
      ...row,
      id: EXAMPLE_ID,
      claimed: HOSTS[1],
      plan: OTHER_PLAN.id,
    } as unknown as FullShop;
    const paths = PAGES.map(([path]) => path(named));
    expect(paths.length).toBeGreaterThan(20);
    for (const path of paths) {
      const answer = await ask(path, cookie);
      const text = textOf(await answer.text());
      expect([path, answer.status, text.includes("could not be loaded")]).toEqual([path, 200, false]);
      expect(text, path).toContain("Example data: this shop, its team and its checks are made up.");
    }
  });

  test("its pages show its numbers", async () => {
    const { cookie } = await signedIn({ email: OWNER });
    const textAt = async (path: string) => textOf(await (await ask(`/dashboard${path}`, cookie)).text());
    const [overview, usage, invoices] = await Promise.all([
      overviewOf(OPERATOR, EXAMPLE_ID, { days: 30, mode: "live" }),
      readUsage(OPERATOR, EXAMPLE_ID),
      listInvoices(OPERATOR, EXAMPLE_ID),
    ]);
    if (!overview.ok || !usage.ok || !invoices.ok) throw new Error("Nothing to compare with");
    const number = (count: number) => count.toLocaleString("en-GB");
    const euros = (minor: number) => (minor / 100).toLocaleString("en-GB", { minimumFractionDigits: 2 });
    const { made, confirmed } = overview.funnel;
    const expected: [path: string, texts: string[]][] = [
      ["", [number(made), number(confirmed), "12 passed staging.shop.example/checkout"]],
      ["/gate-test", ["1 failed", "12 passed"]],
      ["/billing", [euros(usage.spentNowMinor), ...(usage.spentNowMinor < 78 ? [] : ["78 %"])]],
      ["/billing/invoices", invoices.rows.map(({ totalMinor }) => euros(totalMinor))],
      ["/team", ["owner", "admin", "developer", "billing"].map((role) => `${role}@shop.example`)],
      ["/domains", [...HOSTS]],
      ["/audit", ["developer@shop.example"]],
    ];
    for (const [path, texts] of expected) {
      const shown = await textAt(path);
      for (const text of texts) expect(shown, path).toContain(text);
    }
  });

  test("a link to it shows it to its members, and nothing of it to others", async () => {
    const [owner, stranger] = [await signedIn({ email: OWNER }), await signedIn()];
    const chosen = await ask(`/dashboard?show=${EXAMPLE_ID}`, "");
    const [line = ""] = chosen.headers.getSetCookie().map((one) => one.split(";")[0]);
    expect([chosen.status, chosen.headers.get("Location")]).toEqual([303, `${inject("env").BASE_URL}/dashboard`]);
    expect(line).toBe(`${cookieName("organization")}=${EXAMPLE_ID}`);
    const shown = await Promise.all([owner, stranger].map(({ cookie }) => ask("/dashboard", `${cookie}; ${line}`)));
    expect(shown.map(({ status, headers }) => [status, headers.get("Location")])).toEqual([
      [200, null],
      [307, "/welcome"],
    ]);
  });
});

async function countRows(): Promise<Record<string, number>> {
  const rows = await database().execute<{ name: string; count: number }>(sql`
    SELECT relname AS name, (xpath('/row/n/text()', query_to_xml(format('SELECT count(*) AS n FROM %I', relname), false, true, '')))[1]::text::int AS count
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND has_table_privilege(oid, 'SELECT')`);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
