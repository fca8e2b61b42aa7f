import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { alertKeys, alertSpending, readAlerts } from "#lib/billing/alerts.ts";
import { reverseEvent } from "#lib/billing/corrections.ts";
import { setSpendCap } from "#lib/billing/spend-cap.ts";
import { ROLES } from "#lib/core/permission.rules.ts";
import { shortKey } from "#lib/keys/plugin-key.rules.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { database } from "#lib/runtime/database.ts";
import { generate } from "#tests/support/gateway.ts";
import { past } from "#tests/support/ledger.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;
const HOUR_MS = 3_600_000;

/** What waits to be sent to somebody, the first first. */
async function emailsTo(email: string): Promise<{ subject: string; body: string }[]> {
  const rows = await database().execute<{ subject: string; body: string }>(
    sql`SELECT subject, body FROM mail_outbox WHERE recipient = ${email} ORDER BY id`,
  );
  return [...rows];
}

const subjectsTo = async (email: string) => (await emailsTo(email)).map(({ subject }) => subject);
const twentyAtOnce = (job: () => Promise<void>) => Promise.all(Array.from({ length: 20 }, job));

/** A shop whose cap of 10.00 tells, and its owner. */
async function capped(stopsAtCap = false) {
  const shop = await newOrganization({ terms: { spendCapMinor: 1_000, stopsAtCap } });
  const spend = (priceMinor: number) => past(shop, [{ at: new Date(), priceMinor }]);
  const setCap = (spendCapMinor: number) => setSpendCap(OPERATOR, shop.id, { spendCapMinor, stopsAtCap });
  return { ...shop, owner: (await memberOf(shop.id, "owner")).email, spend, setCap };
}

test("each share of the cap is told once as it is reached, by 20 jobs at once", async () => {
  const { owner, spend } = await capped();
  const sent: number[] = [];
  for (const minor of [499, 1, 249, 1, 149, 1, 99, 1, 500]) {
    await spend(minor);
    await twentyAtOnce(alertSpending);
    sent.push((await subjectsTo(owner)).length);
  }
  expect(sent).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4]);
  expect(await subjectsTo(owner)).toEqual([
    "Test shop: 50 % of the spend cap used",
    "Test shop: 75 % of the spend cap used",
    "Test shop: 90 % of the spend cap used",
    "Test shop: spend cap reached",
  ]);
});

test("who goes from nothing to all of it at once hears once, of the highest", async () => {
  const { owner, spend } = await capped();
  await spend(1_000);
  await twentyAtOnce(alertSpending);
  expect(await emailsTo(owner)).toEqual([
    { subject: "Test shop: spend cap reached", body: expect.stringContaining("have cost €10.00 of €10.00") },
  ]);
});

test("raising the cap and lowering it again tells nothing twice", async () => {
  const { owner, spend, setCap } = await capped();
  await spend(800);
  await alertSpending();
  for (const cap of [10_000, 1_000, 1_600, 1_000]) {
    await setCap(cap);
    await twentyAtOnce(alertSpending);
  }
  expect(await subjectsTo(owner)).toEqual(["Test shop: 75 % of the spend cap used"]);
  await setCap(850);
  await alertSpending();
  expect((await subjectsTo(owner)).slice(1)).toEqual(["Test shop: 90 % of the spend cap used"]);
});

test("a cap that only tells says that it stops nothing", async () => {
  const { owner, spend } = await capped();
  await spend(500);
  await alertSpending();
  const [email] = await emailsTo(owner);
  expect(email?.body).toContain("Live checks keep working: this cap only sends e-mails.");
});

test("who may see the billing reads the highest share that is reached, and the keys that were told of", async () => {
  const { id, key, spend } = await capped();
  const before = Date.now();
  const read = async () => readAlerts(OPERATOR, id);
  await spend(499);
  expect(await read()).toEqual({ ok: true, cap: null, keys: [], sent: [] });
  await spend(420);
  expect(await read()).toMatchObject({ ok: true, cap: { percent: 90, spentMinor: 919, spendCapMinor: 1_000 } });
  await alertSpending();
  expect(await read(), "seven whole days are needed to expect anything").toMatchObject({ cap: { reachedAt: null } });
  const { sent } = (await read()) as { sent: { percent: number; sentAt: Date }[] };
  expect(sent.map(({ percent }) => percent)).toEqual([50, 75, 90]);
  expect(+(sent[0]?.sentAt ?? 0)).toBeGreaterThanOrEqual(before);
  await past(
    { id, key, host: "shop.example" },
    Array.from({ length: 31 }, () => ({ at: new Date(), priceMinor: 0 })),
  );
  await database().execute(sql`UPDATE plugin_key SET created_at = now() - interval '30 days' WHERE key = ${key}`);
  await alertKeys();
  expect(await read()).toMatchObject({ ok: true, keys: [{ key, events: 33, busiest: 0, isPaused: false }] });
  const [uncapped, developer] = [await newOrganization(), await memberOf(id, "developer")];
  expect(await readAlerts(OPERATOR, uncapped.id)).toEqual({ ok: true, cap: null, keys: [], sent: [] });
  expect(await readAlerts(developer, id)).toEqual({ ok: false, reason: "not_allowed" });
});

test("the next month tells anew", async () => {
  const { id, owner, spend } = await capped();
  await database().execute(sql`
    INSERT INTO spend_alert (organization_id, period, percent)
    SELECT ${id}, date_trunc('month', now() - interval '1 month', 'UTC')::date, percent FROM unnest('{50,75,90,100}'::int[]) AS percent`);
  await spend(1_000);
  await alertSpending();
  expect(await subjectsTo(owner)).toEqual(["Test shop: spend cap reached"]);
});

test("a cap that stops says so when the dearest check does not fit, and the next such call is refused", async () => {
  const { owner, spend, key, domain } = await capped(true);
  // A check costs 10 at provider s, and 12 at provider b.
  await spend(988);
  await alertSpending();
  await spend(1);
  await alertSpending();
  const [warned, stopped] = await emailsTo(owner);
  expect(warned?.body).toContain("When the cap is reached, live checks stop");
  expect(stopped).toEqual({
    subject: "Test shop: spend cap reached",
    body: expect.stringContaining("Live checks that would go over the cap are refused"),
  });
  expect((await generate("b", { key, domain })).headers.get("ageway-reason")).toBe("spend_cap_reached");
});

test("a cap below the price of a check is told only when the included checks are used up", async () => {
  const shop = await newOrganization({ terms: { spendCapMinor: 5, stopsAtCap: true, includedChecks: 2 } });
  const { email } = await memberOf(shop.id, "owner");
  for (const expected of [0, 1]) {
    expect((await generate("b", shop)).status).toBe(200);
    await alertSpending();
    expect(await subjectsTo(email)).toHaveLength(expected);
  }
  expect((await generate("b", shop)).headers.get("ageway-reason")).toBe("spend_cap_reached");
});

test("whoever may see the billing is told, and nobody else", async () => {
  const { id, spend } = await capped();
  const members = await Promise.all(ROLES.map(async (role) => ({ role, email: (await memberOf(id, role)).email })));
  const stranger = await memberOf((await newOrganization()).id, "owner");
  await spend(500);
  await alertSpending();
  const recipients = await Promise.all(
    members.map(async ({ role, email }) => ((await subjectsTo(email)).length > 0 ? [role] : [])),
  );
  expect(recipients.flat()).toEqual(["owner", "admin", "billing"]);
  expect(await subjectsTo(stranger.email)).toEqual([]);
});

/** A shop whose key had ten checks in one hour, some days ago. */
async function known(daysAgo = 4) {
  const shop = await newOrganization();
  const hour = (checks: number, hoursAgo: number, more: { key?: string; mode?: "test"; priceMinor?: number } = {}) =>
    past(
      shop,
      Array.from({ length: checks }, () => ({ at: new Date(Date.now() - hoursAgo * HOUR_MS), ...more })),
    );
  await hour(10, daysAgo * 24);
  return { ...shop, owner: (await memberOf(shop.id, "owner")).email, hour };
}

test("a key that is used far more than ever before is told once, by 20 jobs at once", async () => {
  const { key, owner, hour } = await known();
  await hour(40, 0.5);
  await twentyAtOnce(alertKeys);
  expect(await emailsTo(owner), "four times its busiest hour is not far").toEqual([]);
  await hour(1, 0.5);
  await twentyAtOnce(alertKeys);
  await hour(100, 0.1);
  await twentyAtOnce(alertKeys);
  expect(await emailsTo(owner)).toEqual([
    {
      subject: `Test shop: unusual use of the key “${shortKey(key)}”`,
      body: expect.stringMatching(/^41 checks were billed .* at most 10 in an hour of the two weeks before\./),
    },
  ]);
});

test("two keys of one shop are told of apart, each by its label", async () => {
  const { id, owner, hour } = await known();
  for (const label of ["Till 3", "Till 4"]) {
    const made = await createKey(OPERATOR, { organizationId: id, mode: "live", label });
    const key = made.ok ? made.key : "";
    await hour(1, 96, { key });
    await hour(31, 0.5, { key });
  }
  await alertKeys();
  expect((await subjectsTo(owner)).toSorted()).toEqual([
    "Test shop: unusual use of the key “Till 3”",
    "Test shop: unusual use of the key “Till 4”",
  ]);
});

test("the next day it is told anew", async () => {
  const { id, owner, hour } = await known();
  await hour(41, 0.5);
  await alertKeys();
  await database().execute(sql`UPDATE key_alert SET day = day - 1 WHERE organization_id = ${id}`);
  await database().execute(sql`DELETE FROM mail_outbox WHERE recipient = ${owner}`);
  await alertKeys();
  expect(await subjectsTo(owner)).toHaveLength(1);
});

test("a key that is younger than three days has no history to hold it against", async () => {
  const { owner, hour } = await known(2.9);
  await hour(500, 0.5);
  await alertKeys();
  expect(await emailsTo(owner)).toEqual([]);
});

test("what is older than an hour is history", async () => {
  const { owner, hour } = await known();
  await hour(100, 1.1);
  await hour(100, 0.5);
  await alertKeys();
  expect(await emailsTo(owner)).toEqual([]);
});

test("neither test checks nor what takes checks back are checks", async () => {
  const { id, owner, hour } = await known();
  const made = await createKey(OPERATOR, { organizationId: id, mode: "test", label: "" });
  const test = { key: made.ok ? made.key : "", mode: "test", priceMinor: 0 } as const;
  await hour(10, 96, test);
  await hour(200, 0.5, test);
  for (const event of await hour(40, 0.5)) await reverseEvent(OPERATOR, event, "Wrong");
  await alertKeys();
  expect(await emailsTo(owner)).toEqual([]);
});

test("a key that slept for longer than the record goes back is told of when it wakes", async () => {
  const { key, owner, hour } = await known(20);
  await database().execute(sql`UPDATE plugin_key SET created_at = now() - interval '30 days' WHERE key = ${key}`);
  await hour(41, 0.5);
  await alertKeys();
  expect(await subjectsTo(owner)).toHaveLength(1);
});
