import { expect, test, vi } from "vitest";
import { spelled } from "#lib/crypto/reference.rules.ts";
import { activityOf, recordedCodes } from "#tests/support/activity.ts";
import { check, generate, NAVIGATION, newDevice, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

type Flaw = Parameters<typeof newOrganization>[0];
type Bad = Omit<Parameters<typeof generate>[1], "key">;

test.for<[string, "s" | "b", Bad, Flaw?]>([
  ["method_not_allowed", "b", { method: "POST" }],
  ["speculative_load", "b", { headers: { "Sec-Purpose": "prefetch" } }],
  ["speculative_load", "s", { headers: { "Sec-Fetch-Dest": "image" } }],
  ["domain_missing", "b", { domain: null }],
  ["age_not_supported", "b", { age: "17" }],
  ["device_id_invalid", "b", { device: "short" }],
  ["domain_invalid", "s", { domain: "ftp://shop.example/" }],
  ["idempotency_key_invalid", "b", { headers: { "Idempotency-Key": "" } }],
  ["plugin_key_revoked", "b", {}, { key: "revoked" }],
  ["plugin_key_paused", "b", {}, { paused: true }],
  ["secret_required", "b", {}, { locked: true }],
  ["organization_suspended", "b", {}, { suspended: true }],
  ["subscription_inactive", "s", {}, { subscription: "canceled" }],
  ["spend_cap_reached", "b", {}, { spendCapMinor: 11 }],
  ["domain_not_verified", "b", {}, { domain: "unverified" }],
])("%s is on record at the organization of the key", async ([reason, provider, bad, flaw]) => {
  const shop = await newOrganization(flaw);
  const answer = await generate(provider, { ...shop, ...bad });
  expect(answer.headers.get("ageway-reason")).toBe(reason);
  expect(await activityOf(shop)).toEqual([
    {
      kind: "call",
      code: reason,
      ok: false,
      provider,
      mode: "live",
      age: bad.age === undefined ? 18 : null,
      host: bad.domain === undefined ? shop.host : null,
      billed: false,
      reference: answer.headers.get("ageway-reference"),
      droppedCount: null,
    },
  ]);
});

test("a rate limit that is exhausted is on record, beside the calls that were not", async () => {
  // The limit fills again by this clock.
  vi.useFakeTimers({ toFake: ["performance"] });
  const [shop, device] = [await newOrganization(), newDevice()];
  await Promise.all(Array.from({ length: 31 }, () => generate("b", { ...shop, device })));
  expect(new Set(await recordedCodes(shop))).toEqual(new Set(["call accepted", "call rate_limited"]));
});

test("a device that is verified already is on record", async () => {
  const [shop, device] = [await newOrganization(), newDevice()];
  const { url } = await started("s", shop, { device });
  await check(tokenIn((await completeFlow(browser(), url, "adult")).headers.get("location")) ?? "", device, shop.key);
  await generate("s", { ...shop, device });
  expect((await recordedCodes(shop)).at(-1)).toBe("call already_verified");
});

test("an accepted call is billed where the provider bills for it, and its repetition never", async () => {
  const [shop, device] = [await newOrganization(), newDevice()];
  const call = { ...shop, device, headers: { "Idempotency-Key": "once" } };
  await generate("b", call);
  await generate("b", call);
  await generate("b", { ...call, age: "16" });
  await generate("s", shop);
  const events = await activityOf(shop);
  expect(events.map(({ code, provider, billed }) => [code, provider, billed])).toEqual([
    ["accepted", "b", true],
    ["repeated", "b", false],
    ["idempotency_key_reused", "b", false],
    ["accepted", "s", false],
  ]);
  // One check, one reference.
  expect(events[0]?.reference).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
  expect(events[1]?.reference).toBe(events[0]?.reference);
  expect(events[3]?.reference).not.toBe(events[0]?.reference);
});

test("the reference that a visitor is shown is the one on record, and in the header", async () => {
  const shop = await newOrganization();
  const { text, headers } = await generate("b", { ...shop, age: "17", headers: NAVIGATION });
  const [event] = await activityOf(shop);
  expect(event?.reference).toBe(headers.get("ageway-reference"));
  expect(event?.code).toBe("age_not_supported");
  expect(text.replaceAll("\u00a0", " ")).toContain(spelled(event?.reference ?? "no reference"));
});

test("a preflight and a look at the headers leave nothing, and a key that does not exist is nobody's", async () => {
  const shop = await newOrganization();
  await generate("b", { ...shop, method: "OPTIONS" });
  await generate("b", { ...shop, method: "HEAD" });
  await generate("b", { ...shop, key: `${shop.key.slice(0, -1)}_` });
  await generate("b", { ...shop, key: "pk_live_AAAAAAAAAAAAAAAAAAAAAAAA" });
  await generate("b", shop);
  expect(await recordedCodes(shop)).toEqual(["call accepted"]);
});

test("a return with a token is told from a refusal, and has a reference of its own", async () => {
  const [shop, device, visitor] = [await newOrganization(), newDevice(), browser()];
  const { url } = await started("s", shop, { device });
  await check(tokenIn((await completeFlow(visitor, url, "adult")).headers.get("location")) ?? "", device, shop.key);
  const Cookie = visitor.cookies(new URL(url));
  const returned = await generate("s", { ...shop, device, headers: { ...NAVIGATION, Cookie } });
  // Another browser; and a program that brings the cookies along.
  await generate("s", { ...shop, device, headers: NAVIGATION });
  await generate("s", { ...shop, device, headers: { Cookie } });
  const calls = (await activityOf(shop)).filter(({ kind }) => kind === "call");
  expect(calls.map(({ code, ok, billed }) => [code, ok, billed])).toEqual([
    ["accepted", true, false],
    ["returned_with_token", true, false],
    ["already_verified", false, false],
    ["already_verified", false, false],
  ]);
  expect(calls[1]?.reference).not.toBe(calls[0]?.reference);
  expect(calls[1]?.reference).toBe(returned.headers.get("ageway-reference"));
});

test("a live key at the test address is nobody's", async () => {
  const shop = await newOrganization();
  await send(`/test/api/url_generator_b/${shop.key}/${newDevice()}/18?domain=${encodeURIComponent(shop.domain)}`);
  expect(await activityOf(shop)).toEqual([]);
});
