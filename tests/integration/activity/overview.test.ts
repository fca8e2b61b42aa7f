import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { findVerification } from "#db/queries/verification.ts";
import { flushActivity } from "#lib/activity/flush.ts";
import { keyDaysOf, keyHostsOf, keyUseOf } from "#lib/activity/key-use.ts";
import { type OverviewQuestion, overviewOf } from "#lib/activity/overview.ts";
import { recordStep } from "#lib/activity/record-step.ts";
import { dayOf, daysAfter } from "#lib/base/time.rules.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { checkToken } from "#lib/verification/check.ts";
import { sendNo } from "#lib/verification/send-no.ts";
import { startTestCheck } from "#lib/verification/test-check.ts";
import { check, generate, NAVIGATION, newDevice } from "#tests/support/gateway.ts";
import { tamper } from "#tests/support/ledger.ts";
import { memberOf, person } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const OPERATOR = { kind: "operator" } as const;

async function overview(organizationId: string, question: Partial<OverviewQuestion> = {}) {
  await flushActivity();
  const read = await overviewOf(OPERATOR, organizationId, { days: 30, mode: "live", ...question });
  return read.ok ? read : expect.fail(read.reason);
}

test("the checklist fills as the integration comes along", async () => {
  const shop = await newOrganization({ mode: "test", subscription: "none", domain: "unverified" });
  const done = async (id: string) => {
    const { checklist, isNew } = await overview(id);
    const steps = Object.entries(checklist).flatMap(([step, isDone]) => (isDone ? [step] : []));
    return { isNew, steps };
  };
  expect(await done(shop.id)).toEqual({ isNew: true, steps: [] });
  await generate("b", { ...shop, age: "17" });
  expect(await done(shop.id)).toEqual({ isNew: false, steps: [] });
  // A test check from the dashboard: the page that asks is ours.
  const ours = await startTestCheck(await memberOf(shop.id, "owner"), shop.id, "b");
  const returned = await completeFlow(browser(), ours.ok ? ours.url : ours.reason, "adult");
  const home = returned.headers.get("location") ?? "";
  const deviceId = new URL(home).searchParams.get("device") ?? "";
  const request = { token: tokenIn(home) ?? "", deviceId, pluginKey: shop.key, once: false, isTestAddress: false };
  await checkToken({ ...request, isOurs: true }, "K7QW2RTX");
  expect(await done(shop.id)).toEqual({ isNew: false, steps: ["testCheckFinished"] });
  const local = await started("b", { ...shop, domain: "http://localhost:3000/" });
  expect((await done(shop.id)).steps).toEqual(["testCheckFinished", "shopCalled"]);
  const back = await completeFlow(browser(), local.url, "adult");
  await check(tokenIn(back.headers.get("location")) ?? "", local.device, shop.key);
  expect((await done(shop.id)).steps).toEqual(["testCheckFinished", "shopCalled", "backendAsked"]);
  const live = await newOrganization();
  const [visitor, { url }] = [browser(), await started("b", live)];
  await completeFlow(visitor, url, "seventeen");
  await visitor.go(`${url}&do=leave`, "POST");
  expect((await done(live.id)).steps).toEqual(["shopCalled", "domainVerified", "planChosen", "liveCheckFinished"]);
});

test.for(["live", "test"] as const)(
  "the %s checks of a period are a funnel, and so are those before it",
  async (mode) => {
    const shop = await newOrganization({ mode });
    for (const persona of ["adult", "seventeen", "cancel", "timeout", null, "gone", "unopened"]) {
      const visitor = browser();
      const { url } = await started(persona === "adult" ? "s" : "b", shop);
      if (persona === "unopened") continue;
      await visitor.go(url, "GET", NAVIGATION);
      if (persona === "gone") await visitor.go(`${url}&do=confirm`, "POST");
      else if (persona !== null) await completeFlow(visitor, url, persona);
      if (persona !== "gone") await visitor.go(`${url}&do=leave`, "POST");
    }
    // The visitor who cancels on our page counts with those who went to the eID.
    const funnel = {
      ...{ made: 7, opened: 6, wentToEid: 6, cameBack: 5, confirmed: 1 },
      ...{ neverOpened: 1, leftOurPage: 0, leftOrAway: 0, didNotComeBack: 1, notConfirmed: 4 },
    };
    // Of a live day that is not settled, who went to the eID is not told.
    const undisclosed = { ...funnel, wentToEid: 5, leftOurPage: 0, leftOrAway: 1, didNotComeBack: 0 };
    const ofToday = mode === "live" ? undisclosed : funnel;
    const underWay = { unopened: 1, ...(mode === "live" ? { opened: 1, claimed: 0 } : { opened: 0, claimed: 1 }) };
    const today = new Date().toISOString().slice(0, 10);
    const none = { made: 0, confirmed: 0, notConfirmed: 0 };
    const read = await overview(shop.id, { mode, days: 7 });
    expect(read).toMatchObject({ funnel: ofToday, underWay, before: none, refused: [] });
    expect(read.days).toHaveLength(7);
    expect(read.days.at(-1)).toEqual({ day: today, ...ofToday });
    expect(read.eids).toMatchObject([
      { provider: "b", made: 6, confirmed: 0 },
      { provider: "s", made: 1, confirmed: 1 },
    ]);
    expect((await overview(shop.id, { mode: mode === "live" ? "test" : "live" })).funnel).toMatchObject(none);
    const move = (days: number) =>
      database().execute(sql`
      UPDATE activity_day SET day = (now() AT TIME ZONE 'UTC')::date - ${days}::int WHERE organization_id = ${shop.id}`);
    const [periods, moved] = [[7, 30, 90] as const, async (days: 7 | 30 | 90) => overview(shop.id, { mode, days })];
    for (const days of periods) {
      await move(days - 1);
      expect(await moved(days)).toMatchObject({ funnel, before: none });
      await move(days);
      expect(await moved(days)).toMatchObject({ funnel: none, before: funnel });
      // The same days, asked for by their last one: nothing of today is under way in them.
      const until = dayOf(daysAfter(Date.now(), -days));
      const past = await overview(shop.id, { mode, days, until });
      expect(past).toMatchObject({ funnel, before: none, underWay: { unopened: 0, opened: 0, claimed: 0 } });
      expect([past.days.length, past.days.at(-1)?.day]).toEqual([days, until]);
      await move(2 * days);
      expect(await moved(days)).toMatchObject({ funnel: none, before: none });
    }
    // What was reached stays reached.
    const { isNew, checklist } = await overview(shop.id, { mode });
    expect([isNew, checklist[`${mode}CheckFinished`]]).toEqual([false, true]);
  },
);

/** What a member sees who loads the overview after every step of a shop's only visitor. */
async function overviewsOf(mode: "live" | "test", persona: string | null) {
  const shop = await newOrganization({ mode });
  const states: string[] = [];
  const note = async () => {
    const now = JSON.stringify(await overview(shop.id, { mode, days: 7 }));
    if (now !== states.at(-1)) states.push(now);
  };
  const { url } = await started("b", shop);
  const visitor = browser();
  await note();
  await visitor.go(url, "GET", NAVIGATION);
  await note();
  if (persona !== null) {
    const posted = await visitor.go(`${url}&do=confirm`, "POST");
    await note();
    const back = await visitor.choose(posted.headers.get("location") ?? "", persona);
    await visitor.go(back);
    await note();
  }
  await visitor.go(`${url}&do=leave`, "POST");
  await note();
  return states;
}

test("who loads the overview after every step sees of each live check that is not confirmed the same", async () => {
  const ends = ["seventeen", "cancel", "no-birthdate", null];
  const [first, ...others] = await Promise.all(ends.map((persona) => overviewsOf("live", persona)));
  // Made, opened, ended.
  expect(first).toHaveLength(3);
  for (const one of others) expect(one).toEqual(first);
  // Of a test check every step is told.
  expect(await overviewsOf("test", "seventeen")).toHaveLength(4);
});

test("each stage of the test checks' funnel leads to as many checks, however they ended", async () => {
  const shop = await newOrganization({ mode: "test" });
  const member = await memberOf(shop.id, "owner");
  const complete = async (persona: string | null, url: string) => {
    const visitor = browser();
    await visitor.go(url, "GET", NAVIGATION);
    if (persona === "gone") await visitor.go(`${url}&do=confirm`, "POST");
    else if (persona !== null) await completeFlow(visitor, url, persona);
    if (persona !== "gone") await visitor.go(`${url}&do=leave`, "POST");
  };
  for (const persona of ["adult", "no-birthdate", "down", "gone", null])
    await complete(persona, (await started("b", shop)).url);
  const ours = await startTestCheck(member, shop.id, "b");
  await complete(null, ours.ok ? ours.url : ours.reason);
  const page = "http://localhost:8080/";
  await sendNo(member, shop.id, { pluginKey: shop.key, provider: "b", minimumAge: 18, page });
  await started("b", shop);
  const { funnel } = await overview(shop.id, { mode: "test" });
  expect(funnel).toMatchObject({ made: 8, opened: 7, wentToEid: 7, cameBack: 6, confirmed: 1, notConfirmed: 5 });
});

test.for(["live", "test"] as const)(
  "a %s check is under way until it ends, meets a problem or is too old",
  async (mode) => {
    const shop = await newOrganization({ mode });
    const count = async () => (await overview(shop.id, { mode })).underWay;
    const made = [await started("b", shop), await started("b", shop), await started("b", shop)];
    const unopened = (checks: number) => ({ unopened: checks, opened: 0, claimed: 0 });
    expect(await count()).toEqual(unopened(3));
    expect((await overview(shop.id)).hasOnlyTestChecks).toBe(mode === "test");
    expect((await overview(shop.id, { mode: mode === "live" ? "test" : "live" })).underWay).toEqual(unopened(0));
    await completeFlow(browser(), made[0]?.url ?? "", "adult");
    recordStep((await findVerification(database("link"), made[1]?.id ?? "")) ?? expect.fail(), "in_app_browser");
    expect(await count()).toEqual(unopened(1));
    const { linkMs, flowMs } = config().ttl;
    const read = await overviewOf(OPERATOR, shop.id, { mode, days: 30 }, new Date(Date.now() + linkMs + flowMs));
    expect(read).toMatchObject({ underWay: unopened(0) });
    const upTo = (max: number) => overviewOf(OPERATOR, shop.id, { mode, days: 30 }, new Date(), max);
    expect(await Promise.all([upTo(3), upTo(2)])).toMatchObject([{ underWay: unopened(1) }, { underWay: null }]);
  },
);

test("a check that ends after midnight counts on the day of its link", async () => {
  const shop = await newOrganization();
  const { id } = await started("b", shop);
  // The check was made a day ago, by its id; the link is still open for the test.
  const subject = await findVerification(database("link"), id);
  recordStep({ ...(subject ?? expect.fail()), id: uuidV7(Date.now() - 86_400_000) }, "confirmed");
  recordStep(subject ?? expect.fail(), "not_confirmed");
  const { days } = await overview(shop.id, { days: 7 });
  expect(days.slice(-2)).toMatchObject([
    { made: 1, confirmed: 1, notConfirmed: 0 },
    { made: 1, confirmed: 0, notConfirmed: 1 },
  ]);
});

test("refused calls and questions are counted by reason, the most frequent first", async () => {
  const shop = await newOrganization();
  await generate("b", { ...shop, age: "17" });
  for (const provider of ["b", "s"] as const)
    await generate(provider, { ...shop, domain: "https://elsewhere.example/" });
  await check("x", newDevice(), shop.key);
  await started("b", shop);
  expect((await overview(shop.id)).refused).toEqual([
    { kind: "call", code: "domain_not_verified", events: 2 },
    { kind: "call", code: "age_not_supported", events: 1 },
    { kind: "check", code: "token_unknown", events: 1 },
  ]);
  expect((await overview(shop.id, { mode: "test" })).refused).toEqual([]);
});

const NONE: number[] = Array.from({ length: 24 }, () => 0);

test("of every key, when it was last called, for which host, and how often in a day", async () => {
  const shop = await newOrganization();
  const unused = await createKey(OPERATOR, { organizationId: shop.id, mode: "test", label: "" });
  await started("b", shop);
  await generate("s", shop);
  await completeFlow(browser(), (await started("b", shop)).url, "adult");
  await generate("b", { ...shop, domain: "https://elsewhere.example/" });
  await flushActivity();
  const use = await keyUseOf(OPERATOR, shop.id);
  expect(use).toEqual({
    ok: true,
    rows: [
      {
        key: shop.key,
        lastUsedAt: expect.any(Date),
        lastHost: "elsewhere.example",
        callsInDay: 4,
        refusedInDay: 1,
        callsByHour: [...NONE.slice(1), 4],
        callsByClock: expect.any(Array),
        isBound: false,
      },
      {
        key: unused.ok && unused.key,
        lastUsedAt: null,
        lastHost: null,
        callsInDay: 0,
        refusedInDay: 0,
        callsByHour: NONE,
        callsByClock: expect.any(Array),
        isBound: false,
      },
    ],
  });
  const [here = "", elsewhere = ""] = [new URL(shop.domain).host, "elsewhere.example"];
  expect(await keyHostsOf(OPERATOR, shop.id, shop.key)).toEqual({
    ok: true,
    rows: [
      { host: here, calls: 3, inHour: 3 },
      { host: elsewhere, calls: 1, inHour: 1 },
    ],
  });
  expect(await keyDaysOf(OPERATOR, shop.id, shop.key)).toEqual({
    ok: true,
    rows: [{ day: new Date().toISOString().slice(0, 10), calls: 4 }],
  });
});

test("a call stands in the hour of the clock in which it came, and the last of these hours is not over", async () => {
  const shop = await newOrganization();
  for (let n = 0; n < 3; n += 1) await generate("b", shop);
  await flushActivity();
  await tamper(sql`
    UPDATE activity_event SET id = uuid_v7_from(date_trunc('hour', now(), 'UTC') - (ARRAY[interval '1 ms', interval '5 hours', interval '5 hours 1 ms'])[n])
    FROM (SELECT id AS old, row_number() OVER () AS n FROM activity_event WHERE organization_id = ${shop.id}) AS numbered
    WHERE organization_id = ${shop.id} AND id = numbered.old`);
  const use = await keyUseOf(OPERATOR, shop.id);
  const hours = use.ok ? (use.rows[0]?.callsByClock ?? []) : [];
  expect(hours.map(({ calls }) => calls)).toEqual([...NONE, 0].map((_, n) => Number(n === 23 || n === 18 || n === 19)));
  const inHour = hours.map(({ from }) => +from % 3_600_000);
  expect([inHour.slice(1), +(hours[24]?.from ?? 0) - +(hours[1]?.from ?? 0)]).toEqual([NONE, 23 * 3_600_000]);
});

test("a call stands in its hour, and after a day in none", async () => {
  const shop = await newOrganization();
  for (let n = 0; n < 3; n += 1) await generate("b", shop);
  await flushActivity();
  await tamper(sql`
    UPDATE activity_event SET id = uuid_v7_from(now() - (ARRAY[interval '90 minutes', interval '23 hours 50 minutes', interval '24 hours 1 minute'])[n])
    FROM (SELECT id AS old, row_number() OVER () AS n FROM activity_event WHERE organization_id = ${shop.id}) AS numbered
    WHERE organization_id = ${shop.id} AND id = numbered.old`);
  const use = await keyUseOf(OPERATOR, shop.id);
  expect(use).toMatchObject({
    rows: [{ callsInDay: 2, callsByHour: NONE.map((_, n) => Number(n === 0 || n === 22)) }],
  });
  expect(await keyHostsOf(OPERATOR, shop.id, shop.key)).toMatchObject({ rows: [{ calls: 2, inHour: 0 }] });
});

test("of very many calls of a key the newest are counted, and it is told that there were more", async () => {
  const shop = await newOrganization();
  await generate("b", shop);
  await generate("b", { ...shop, domain: "https://elsewhere.example/" });
  await flushActivity();
  const other = await createKey(OPERATOR, { organizationId: shop.id, mode: "test", label: "" });
  await tamper(sql`
    INSERT INTO activity_event (id, organization_id, plugin_key_id, kind, code, ok, provider, mode, minimum_age, host, billed)
    SELECT uuid_v7_from(now() - interval '2 hours' - n * interval '1 ms'), organization_id, plugin_key_id, kind, code, ok,
      provider, mode, minimum_age, host, billed
    FROM activity_event CROSS JOIN generate_series(1, 20500) AS n
    WHERE organization_id = ${shop.id} AND ok AND kind = 'call'`);
  const use = { callsInDay: 20_001, refusedInDay: 1, isBound: true };
  expect(await keyUseOf(OPERATOR, shop.id, [shop.key])).toMatchObject({ ok: true, rows: [use] });
  const rest = await keyUseOf(OPERATOR, shop.id, [other.ok ? other.key : ""]);
  expect(rest).toMatchObject({ ok: true, rows: [{ callsInDay: 0, isBound: false }] });
});

test("to everybody else there is no such organization", async () => {
  const shop = await newOrganization();
  const stranger = await person();
  const asked = { days: 7, mode: "live" } as const;
  const unknown = { ok: false, reason: "organization_unknown" };
  expect(await overviewOf(stranger, shop.id, asked)).toEqual(unknown);
  expect(await keyUseOf(stranger, shop.id)).toEqual(unknown);
  expect((await overviewOf(await memberOf(shop.id, "viewer"), shop.id, asked)).ok).toBe(true);
});
