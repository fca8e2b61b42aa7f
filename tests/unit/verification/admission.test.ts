import { expect, test } from "vitest";
import { parseReturnUrl, readReturnUrl } from "#lib/core/return-url.rules.ts";
import {
  type AdmissionFacts,
  type Ask,
  admissionReason,
  isStopped,
  mayReturnTo,
} from "#lib/verification/admission.rules.ts";

const now = new Date("2026-11-21T12:00:00Z");
const returnUrl = parseReturnUrl("https://shop.example/");
if (!returnUrl) throw new Error("the test's own address does not parse");
const ask: Ask = { provider: "s", minimumAge: 18, returnUrl, originHost: undefined };
const subscription = {
  status: "active",
  pastDueSince: null,
  currency: "EUR",
  priceSMinor: 10,
  priceBMinor: 12,
  includedChecks: 0,
  spendCapMinor: 100,
  stopsAtCap: true,
} as const;
const sound: AdmissionFacts = {
  key: { mode: "live", endsAt: null, revokedAt: null, pausedAt: null },
  isLockedOut: false,
  organization: { suspendedAt: null },
  hasEid: true,
  subscription: { ...subscription, spendCapMinor: null },
  graceMs: 14 * 86_400_000,
  usage: { checks: 0, spentMinor: 0 },
  reserved: [],
  domains: [{ host: "shop.example", includeSubdomains: false }],
  verifiedDevices: "turned_away",
  verifiedAge: null,
  isReplay: false,
};

test("where all holds, nothing is refused", () => expect(admissionReason(ask, sound, now)).toBeNull());

test("a key in its grace period works until its last millisecond", () => {
  const ending = (endsAt: Date) =>
    admissionReason(ask, { ...sound, key: { mode: "live", endsAt, revokedAt: null, pausedAt: null } }, now);
  expect(ending(new Date(+now + 1))).toBeNull();
  expect(ending(now)).toBe("plugin_key_revoked");
});

test.for(["trialing", "active", "past_due"] as const)("a subscription that is %s allows live checks", (status) => {
  expect(admissionReason(ask, { ...sound, subscription: { ...subscription, status } }, now)).toBeNull();
});

test.for(["canceled", "paused"] as const)("a subscription that is %s does not", (status) => {
  expect(admissionReason(ask, { ...sound, subscription: { ...subscription, status } }, now)).toBe(
    "subscription_inactive",
  );
});

test("the cap is reached when the next check no longer fits", () => {
  const spent = (spentMinor: number, stopsAtCap = true) =>
    admissionReason(
      ask,
      { ...sound, subscription: { ...subscription, stopsAtCap }, usage: { checks: 9, spentMinor } },
      now,
    );
  expect([spent(90), spent(91)]).toEqual([null, "spend_cap_reached"]);
  expect(spent(1_000, false), "a cap that only tells").toBeNull();
});

test("included checks cost nothing, so the cap does not stop them", () => {
  const at = (checks: number) =>
    admissionReason(
      ask,
      { ...sound, subscription: { ...subscription, includedChecks: 5 }, usage: { checks, spentMinor: 100 } },
      now,
    );
  expect([at(4), at(5)]).toEqual([null, "spend_cap_reached"]);
});

test("whoever is past due goes on until the last millisecond of their grace", () => {
  const since = (pastDueSince: Date | null) =>
    admissionReason(ask, { ...sound, subscription: { ...subscription, status: "past_due", pastDueSince } }, now);
  expect(since(new Date(+now - sound.graceMs + 1))).toBeNull();
  expect(since(new Date(+now - sound.graceMs))).toBe("subscription_inactive");
  expect(since(null), "written before that was noted").toBeNull();
});

test("a paused key is refused, live or test", () => {
  for (const mode of ["live", "test"] as const) {
    const paused = { ...sound, key: { mode, endsAt: null, revokedAt: null, pausedAt: now } };
    expect(admissionReason(ask, paused, now)).toBe("plugin_key_paused");
  }
});

test.for(["http://localhost:3001/", "http://shop.test/", "http://192.168.1.7:8080/"])(
  "a test key needs no subscription, has no cap, and may return to %s",
  (given) => {
    const loopback = readReturnUrl(given, true);
    if (typeof loopback === "string") throw new Error(`${given} does not parse`);
    const test = {
      ...sound,
      key: { mode: "test" as const, endsAt: null, revokedAt: null, pausedAt: null },
      subscription: null,
    };
    expect(admissionReason({ ...ask, returnUrl: loopback }, test, now)).toBeNull();
    expect(admissionReason({ ...ask, returnUrl: loopback }, sound, now)).toBe("domain_not_verified");
  },
);

test("the page that calls counts as much as the page to return to", () => {
  expect(admissionReason({ ...ask, originHost: "shop.example" }, sound, now)).toBeNull();
  expect(admissionReason({ ...ask, originHost: "evil.example" }, sound, now)).toBe("domain_not_verified");
  expect(admissionReason({ ...ask, originHost: null }, sound, now)).toBe("domain_not_verified");
});

test("who proved 18 is turned away for 16 and 18; who proved 16 only for 16; and never at provider b", () => {
  const verified = (verifiedAge: 16 | 18, minimumAge: 16 | 18, provider: "s" | "b" = "s") =>
    admissionReason({ ...ask, minimumAge, provider }, { ...sound, verifiedAge }, now);
  expect([verified(18, 16), verified(18, 18), verified(16, 16)]).toEqual(Array(3).fill("already_verified"));
  expect([verified(16, 18), verified(18, 18, "b")]).toEqual([null, null]);
});

test("a shop that wants everybody asked again turns no proven device away", () => {
  const facts = { ...sound, verifiedAge: 18 as const, verifiedDevices: "asked_again" as const };
  expect(admissionReason(ask, facts, now)).toBeNull();
  expect(admissionReason(ask, { ...facts, domains: [] }, now)).toBe("domain_not_verified");
});

test("a call that was accepted before starts and costs nothing: neither cap nor proof refuses it", () => {
  const replay = {
    ...sound,
    subscription,
    usage: { checks: 9, spentMinor: 100 },
    verifiedAge: 18 as const,
    isReplay: true,
  };
  expect(admissionReason(ask, replay, now)).toBeNull();
  expect(admissionReason(ask, { ...replay, organization: { suspendedAt: now } }, now)).toBe("organization_suspended");
});

test("a provider without an eID refuses: after whether the organization may, before what it would cost", () => {
  const without = { ...sound, hasEid: false };
  expect(admissionReason(ask, without, now)).toBe("eid_not_configured");
  expect(admissionReason(ask, { ...without, organization: { suspendedAt: now } }, now)).toBe("organization_suspended");
  expect(admissionReason(ask, { ...without, subscription: null }, now)).toBe("eid_not_configured");
});

test("a locked key asks for its secret: after what ended or paused it, before whether its organization may", () => {
  const locked = { ...sound, isLockedOut: true };
  expect(admissionReason(ask, locked, now)).toBe("secret_required");
  expect(admissionReason(ask, { ...locked, organization: { suspendedAt: now } }, now)).toBe("secret_required");
  const paused = { mode: "live" as const, endsAt: null, revokedAt: null, pausedAt: now };
  expect(admissionReason(ask, { ...locked, key: paused }, now)).toBe("plugin_key_paused");
});

test("what checks under way have reserved is not there for others: a check of s reserves, a call of b spends at once", () => {
  const facts = { ...sound, subscription: { ...subscription, includedChecks: 1 } };
  const at = (provider: "s" | "b", checks: number, spentMinor: number, inProgress: number) =>
    admissionReason(
      { ...ask, provider },
      {
        ...facts,
        usage: { checks, spentMinor },
        reserved: [{ priceMinor: 10, withSecret: false, checks: inProgress }],
      },
      now,
    );
  expect([at("s", 1, 40, 5), at("s", 1, 41, 5)]).toEqual([null, "spend_cap_reached"]);
  expect([at("b", 1, 38, 5), at("b", 1, 39, 5)]).toEqual([null, "spend_cap_reached"]);
  // The included one is left: a check of s may have it, a call of b would take it from those under way.
  expect([at("s", 0, 50, 5), at("s", 0, 51, 5)]).toEqual([null, "spend_cap_reached"]);
  expect([at("b", 0, 50, 5), at("b", 0, 51, 5)]).toEqual([null, "spend_cap_reached"]);
});

test("the price of a check under way is taken beside that of the new one: the dearer of them is paid", () => {
  const facts = {
    ...sound,
    subscription: { ...subscription, includedChecks: 1 },
    reserved: [{ priceMinor: 5, withSecret: false, checks: 1 }],
  };
  const at = (spentMinor: number) => admissionReason(ask, { ...facts, usage: { checks: 0, spentMinor } }, now);
  expect([at(90), at(91)]).toEqual([null, "spend_cap_reached"]);
});

test("a key that nobody has is unknown, whatever else is wrong, and may return nowhere", () => {
  const nobody = { ...sound, key: null, domains: [], organization: { suspendedAt: now } };
  expect(admissionReason(ask, nobody, now)).toBe("plugin_key_unknown");
  expect(admissionReason(ask, { ...sound, key: null }, now)).toBe("plugin_key_unknown");
  expect([mayReturnTo("localhost", nobody), mayReturnTo("shop.example", sound)]).toEqual([false, true]);
});

test("a key that was revoked is refused, whether it has an end or not", () => {
  for (const endsAt of [null, new Date(+now + 1)]) {
    const revoked = { ...sound, key: { mode: "live" as const, endsAt, revokedAt: now, pausedAt: null } };
    expect(admissionReason(ask, revoked, now)).toBe("plugin_key_revoked");
  }
});

test("nobody begins with a key that ended, was revoked or paused, or whose organization is suspended", () => {
  const works = { suspendedAt: null, pausedAt: null, revokedAt: null, endsAt: null };
  expect(isStopped(works, now)).toBe(false);
  expect(isStopped({ ...works, endsAt: new Date(+now + 1) }, now)).toBe(false);
  for (const stopped of ["suspendedAt", "pausedAt", "revokedAt", "endsAt"] as const)
    expect(isStopped({ ...works, [stopped]: now }, now), stopped).toBe(true);
});
