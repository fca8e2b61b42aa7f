import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { periodAfter, periodOf, startOf } from "#lib/base/time.rules.ts";
import { closeMonthOf } from "#lib/billing/close-months.ts";
import { reverseEvent } from "#lib/billing/corrections.ts";
import { formatDocumentNumber } from "#lib/billing/invoice-text.rules.ts";
import { agreementOf } from "#lib/billing/plan-cost.rules.ts";
import { setPlan } from "#lib/billing/plans.ts";
import { setSpendCap } from "#lib/billing/spend-cap.ts";
import { choosePlan } from "#lib/billing/subscription.ts";
import { database } from "#lib/runtime/database.ts";
import { openDashboard, textOf } from "#tests/support/dashboard.ts";
import { invoiceFor } from "#tests/support/invoice.ts";
import { past } from "#tests/support/ledger.ts";
import { newOrganization, TEST_PLAN } from "#tests/support/organization.ts";
import { signedIn } from "#tests/support/signed-in.ts";

const OPERATOR = { kind: "operator" } as const;

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
beforeAll(async () => {
  dashboard = await openDashboard();
});

async function reader(id: string) {
  const { cookie } = await signedIn({ of: id, role: "billing" });
  return async (path: string) => (await dashboard.get(`/dashboard/billing${path}`, cookie)).text;
}

test("before there is a plan, nothing is spent in the currency of the plans on offer", async () => {
  await setPlan(OPERATOR, TEST_PLAN);
  const read = await reader((await newOrganization({ subscription: "none" })).id);
  expect(textOf(await read(""))).toMatch(/so far [^0-9]{1,3}0\.00 0 checks/);
});

test("the figures of a month name the same checks and the same share of the cap", async () => {
  const shop = await newOrganization();
  const ids = await past(
    shop,
    Array.from({ length: 10 }, (_, n) => ({ at: new Date(Date.now() - n) })),
  );
  await reverseEvent(OPERATOR, ids[0] ?? "", "Our own test");
  await setSpendCap(OPERATOR, shop.id, { spendCapMinor: 135, stopsAtCap: false });
  const read = await reader(shop.id);
  const usage = textOf(await read(""));
  expect(usage).toMatch(/80 % of this month’s spend cap is used.*Spend cap 80 %/);
  expect(usage).toMatch(/10 checks , 1 of them credited/);
});

test("who reads German finds every amount of a page with a comma", async () => {
  const shop = await newOrganization();
  await past(
    shop,
    Array.from({ length: 10 }, (_, n) => ({ at: new Date(Date.now() - n) })),
  );
  await setSpendCap(OPERATOR, shop.id, { spendCapMinor: 135, stopsAtCap: false });
  const { cookie } = await signedIn({ of: shop.id, role: "owner" });
  const read = async (path: string) => textOf((await dashboard.get(path, cookie, { "accept-language": "de" })).text);
  const page = await read("/dashboard/billing");
  expect(page).toMatch(/% of this month’s spend cap is used .{0,2}1,20.* of .{0,2}1,35/);
  expect(page).not.toMatch(/\d\.\d\d(?!\d)/);
  expect(await read("/dashboard/audit")).toMatch(/set the spend cap to 1,35.€/);
});

test("a review says how many more checks are free this month, and the mail says the same once the plan is chosen", async () => {
  const shop = await newOrganization({ subscription: "none" });
  const plan = { ...TEST_PLAN, id: `plan-${shop.id.slice(-12)}`, name: `Volume ${shop.id}`, includedChecks: 1_000_000 };
  await setPlan(OPERATOR, plan);
  const read = await reader(shop.id);
  const inclusion = /([\d,]+) checks are included this month; after that, [^.]*0\.1/;
  const review = textOf(await read(`/plan/${plan.id}`));
  const [, reviewed] = inclusion.exec(review) ?? [];
  expect(review).toContain("Each further check that is not included adds its price.");
  await choosePlan(OPERATOR, shop.id, plan.id, agreementOf(plan));
  const [mail] = await database().execute<{ body: string }>(sql`
    SELECT body FROM mail_outbox WHERE subject LIKE ${`%: now on ${plan.name}`}`);
  // A plan that is theirs is not offered again.
  expect(await read(`/plan/${plan.id}`)).not.toContain('name="agreement"');
  expect(reviewed).toMatch(/^\d/);
  expect(inclusion.exec(mail?.body ?? "")?.[1]).toBe(reviewed);
});

test("billed checks that are too many to add up are listed without a sum", async () => {
  const shop = await newOrganization();
  await past(shop, [{ at: new Date() }]);
  await database().execute(sql`UPDATE usage_counter SET events = 5000000 WHERE organization_id = ${shop.id}`);
  const read = await reader(shop.id);
  expect(textOf(await read("/events"))).toContain("The newest checks There are too many to add up.");
});

test("billed checks have their sum and their filter in one line", async () => {
  const shop = await newOrganization();
  await past(
    shop,
    Array.from({ length: 3 }, (_, n) => ({ at: new Date(Date.now() - n) })),
  );
  const read = await reader(shop.id);
  expect(textOf(await read("/events"))).toMatch(/ 3 checks: .{1,2}0\.36 Filter /);
  expect(textOf(await read("/events?host=nobody.example"))).toMatch(/ Filter \(1 set\) .* No billed check matches /);
});

test("billed checks are noted only where a price is not the plan's", async () => {
  const shop = await newOrganization();
  const usual = Array.from({ length: 3 }, (_, n) => ({ at: new Date(Date.now() - n) }));
  await past(shop, usual);
  const read = await reader(shop.id);
  const plain = await read("/events");
  expect(columnsOf(plain)).toEqual(["Amount", "eID", "Host", "Key"]);
  await past(shop, [{ at: new Date(), priceMinor: 0 }]);
  const noted = await read("/events");
  expect(columnsOf(noted)).toEqual(["Amount", "eID", "Host", "Key", "Note"]);
  expect(textOf(noted).match(/Included in the plan/g)).toHaveLength(1);
});

test("a month has a forecast only after seven days", async () => {
  const shop = await newOrganization();
  await past(shop, [{ at: new Date() }]);
  expect(textOf(await (await reader(shop.id))(""))).toContain(" Forecast – Available after 7 days ");
});

test("each detail that a bank asks for is a row with a button that copies it", async () => {
  const shop = await newOrganization();
  const name = formatDocumentNumber(await invoiceFor(shop.id), "");
  const page = await (await reader(shop.id))("/invoices");
  expect(textOf(page)).toMatch(
    new RegExp(` Pay ${name} Amount .36\\.25 Pay to Test operator Account XX00 0000 0000 0000 Reference ${name} Due `),
  );
  expect([...page.matchAll(/aria-label="Copy ([^"]*)"/g)].map(([, what]) => what)).toEqual([
    "the amount",
    "who is paid",
    "the account",
    "the payment reference",
  ]);
});

test("an invoice names itself above its files, and its seal is code", async () => {
  const shop = await newOrganization();
  const month = periodAfter(periodOf(new Date()), -1);
  await past(shop, [{ at: startOf(month), priceMinor: 1_200 }]);
  const [{ number } = expect.fail("No invoice")] = await closeMonthOf(shop.id, month);
  const text = await (await reader(shop.id))(`/invoices/${number}`);
  expect(/Invoices<\/a><b[^>]*>(\d+)<\/b>/.exec(text)?.[1]).toBe(String(number).padStart(6, "0"));
  expect(/<code[^>]*>[0-9a-f]{64}<\/code>/.exec(text)).not.toBeNull();
  expect(/[0-9a-f]{64}/.exec(textOf(text.replaceAll(/<code[^>]*>[^<]*<\/code>/g, "")))).toBeNull();
});

/** Names the columns of a page's table, but the first, whose name is the reader's time zone. */
function columnsOf(page: string): (string | undefined)[] {
  return [...page.matchAll(/<th[^>]*>([^<]*)<\/th>/g)].map(([, name]) => name).slice(1);
}
