import { expect, test, vi } from "vitest";
import { reasonsOf } from "#app/_http/reason-catalogue.ts";
import { audienceOf } from "#app/(docs)/reasons/_lib/audience.ts";
import { MENDERS } from "#lib/reasons/entry.rules.ts";
import { recordedCodes } from "#tests/support/activity.ts";
import { check, generate, NAVIGATION, newDevice, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

type Flaw = Parameters<typeof newOrganization>[0];
type Bad = Partial<Parameters<typeof generate>[1]>;
type Reason = Parameters<typeof audienceOf>[0];

const ALL = MENDERS.flatMap(reasonsOf).map(({ code }) => code);

/** What the page of a reason says of the generators, and of nothing else. */
const ofGenerators = (reason: Reason) => audienceOf(reason).filter((sentence) => sentence !== "reasons.seen.backend");

async function audienceFound(reason: Reason, shop: Awaited<ReturnType<typeof newOrganization>>, bad: Bad) {
  const program = await generate("b", { ...shop, ...bad });
  const person = await generate("b", { ...shop, ...bad, headers: { ...bad.headers, ...NAVIGATION } });
  const isRecorded = (await recordedCodes(shop)).includes(`call ${reason}`);
  expect(program.headers.get("ageway-reason")).toBe(reason);
  const isSentHome = person.status === 303;
  if (isSentHome) expect(person.headers.get("location")).toBe(shop.domain);
  else expect(person.text).toContain("<h1");
  return [
    "reasons.seen.caller",
    isSentHome ? "reasons.seen.sentHome" : "reasons.seen.page",
    isRecorded ? "reasons.seen.membersOfKey" : "reasons.seen.noOrganization",
  ];
}

test.for<[Reason, Bad, Flaw?]>([
  ["method_not_allowed", { method: "POST" }],
  ["speculative_load", { headers: { "Sec-Purpose": "prefetch" } }],
  ["domain_missing", { domain: null }],
  ["age_not_supported", { age: "17" }],
  ["device_id_invalid", { device: "short" }],
  ["domain_invalid", { domain: "ftp://shop.example/" }],
  ["idempotency_key_invalid", { headers: { "Idempotency-Key": "" } }],
  ["plugin_key_unknown", { key: "pk_live_AAAAAAAAAAAAAAAAAAAAAAAA" }],
  ["plugin_key_unknown", { key: "pk_test_cut" }],
  ["plugin_key_revoked", {}, { key: "revoked" }],
  ["plugin_key_paused", {}, { paused: true }],
  ["secret_required", {}, { locked: true }],
  ["organization_suspended", {}, { suspended: true }],
  ["subscription_inactive", {}, { subscription: "canceled" }],
  ["spend_cap_reached", {}, { spendCapMinor: 11 }],
  ["domain_not_verified", { headers: { Origin: "https://evil.example" } }],
])("the page of %s says who saw a call that was refused for it", async ([reason, bad, flaw]) => {
  expect(ofGenerators(reason)).toEqual(await audienceFound(reason, await newOrganization(flaw), bad));
});

test("the pages of what is refused for an earlier call say who saw it", async () => {
  // The limit fills again by this clock.
  vi.useFakeTimers({ toFake: ["performance"] });
  const [shop, device] = [await newOrganization(), newDevice()];
  const order = { device, headers: { "Idempotency-Key": "order" } };
  await generate("b", { ...shop, ...order });
  expect(ofGenerators("idempotency_key_reused")).toEqual(
    await audienceFound("idempotency_key_reused", shop, { ...order, age: "16" }),
  );
  await Promise.all(Array.from({ length: 30 }, () => generate("b", { ...shop, device })));
  expect(ofGenerators("rate_limited")).toEqual(await audienceFound("rate_limited", shop, { device }));
});

test("the page of already_verified says who saw it", async () => {
  const [shop, device] = [await newOrganization(), newDevice()];
  const { url } = await started("s", shop, { device });
  await check(tokenIn((await completeFlow(browser(), url, "adult")).headers.get("location")) ?? "", device, shop.key);
  const person = await generate("s", { ...shop, device, headers: NAVIGATION });
  expect([person.status, person.headers.get("location")]).toEqual([303, shop.domain]);
  expect(await recordedCodes(shop)).toContain("call already_verified");
  expect(audienceOf("already_verified")).toEqual([
    "reasons.seen.caller",
    "reasons.seen.sentHome",
    "reasons.seen.membersOfKey",
  ]);
});

test("the page of an address where there is nothing tells programs from people, and promises no record", async () => {
  const shop = await newOrganization();
  const path = `/api/url_generator_s/${shop.key}`;
  const [program, person] = [await send(path), await send(path, { headers: NAVIGATION })];
  for (const { status, headers } of [program, person])
    expect([status, headers.get("ageway-reason")]).toEqual([404, "not_found"]);
  expect([program.body, person.text.includes("<h1")]).toEqual([{ url: null }, true]);
  expect(await recordedCodes(shop)).toEqual([]);
  expect(audienceOf("not_found")).toEqual(["reasons.seen.program", "reasons.seen.person", "reasons.seen.nobody"]);
});

test("the page of an unknown token says that a backend heard it, and whose members read it", async () => {
  const shop = await newOrganization();
  // Not the one that the next test asks about more often than may be.
  const named = await check("BBBB", newDevice(), shop.key);
  expect(named.headers.get("ageway-reason")).toBe("token_unknown");
  expect(await recordedCodes(shop)).toEqual(["check token_unknown"]);
  expect(audienceOf("token_unknown")).toEqual(["reasons.seen.backend", "reasons.seen.membersOfToken"]);
});

test("the pages of what a token check answers say that a backend heard it, and no other", async () => {
  const shop = await newOrganization();
  const path = `/api/auth_check/AAAA/${newDevice()}?plugin_key=`;
  const answers = [
    await send(`${path}${shop.key}`, { method: "POST" }),
    await send(`${path}pk_live_AAAAAAAAAAAAAAAAAAAAAAAA`),
    ...(await Promise.all(Array.from({ length: 700 }, () => send(`${path}${shop.key}`)))),
  ];
  const heard = new Set(answers.map(({ headers }) => headers.get("ageway-reason")));
  expect(heard).toEqual(new Set(["method_not_allowed", "token_unknown", "rate_limited"]));
  const documented = ALL.filter((reason) => audienceOf(reason).some((sentence) => sentence === "reasons.seen.backend"));
  // No test can take the database away from the others.
  expect(new Set(documented)).toEqual(new Set([...heard, "service_unavailable"]));
});

test("the page of too_young says who heard what of a test check and of a live one", async () => {
  for (const [mode, code] of [
    ["test", "step too_young"],
    ["live", "step not_confirmed"],
  ] as const) {
    const [shop, device] = [await newOrganization({ mode }), newDevice()];
    const [visitor, { url }] = [browser(), await started("b", shop, { device })];
    await completeFlow(visitor, url, "seventeen");
    const home = await visitor.go(`${url}&do=leave`, "POST");
    const heard = await check(tokenIn(home.headers.get("location")) ?? "no token", device, shop.key);
    expect(heard.body).toMatchObject({ age: null, verified: false, provider: "b" });
    const ends = (await recordedCodes(shop)).filter((code) => /too_young|not_confirmed/.test(code));
    expect(ends).toEqual([code]);
  }
  expect(audienceOf("too_young")).toEqual(["reasons.seen.visitor", "reasons.seen.token", "reasons.seen.testOnly"]);
});
