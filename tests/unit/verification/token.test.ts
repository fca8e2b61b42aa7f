import { expect, test } from "vitest";
import {
  ANY_TEST_KEY,
  type AskingKey,
  type CheckReason,
  checkReason,
  isProofOf,
  type ProofFacts,
  verdictOf,
} from "#lib/verification/token.rules.ts";

const ttl = { linkMs: 600_000, flowMs: 900_000, tokenMs: 1_800_000 };
const at = (ms: number) => new Date(Date.parse("2026-11-21T12:00:00Z") + ms);
const proof: ProofFacts = {
  provider: "b",
  mode: "live",
  minimumAge: 18,
  organizationId: "ours",
  pluginKeyId: "k1",
  isSameDevice: true,
  completedAt: at(0),
  outcome: "verified",
};
const ourKey: AskingKey = { id: "k1", organizationId: "ours", mode: "live" };

test("a proof says what was asked and proven, and until when", () => {
  expect(verdictOf(proof, ourKey, at(1), ttl)).toEqual({
    age: 18,
    verified: true,
    minimum_age: 18,
    provider: "b",
    mode: "live",
    verified_at: "2026-11-21T12:00:00.000Z",
    expires_at: "2026-11-21T12:30:00.000Z",
  });
});

test.for(["too_young", "cancelled", "failed"] as const)(
  "%s is a no that does not say which, and has nothing in it that reads like a yes",
  (outcome) => {
    expect(verdictOf({ ...proof, outcome }, ourKey, at(1), ttl)).toEqual({
      age: null,
      verified: false,
      provider: "b",
      mode: "live",
      expires_at: "2026-11-21T12:30:00.000Z",
    });
  },
);

test("a token lives thirty minutes, to the millisecond", () => {
  expect(verdictOf(proof, ourKey, at(1_799_999), ttl)).not.toBeNull();
  expect(verdictOf(proof, ourKey, at(1_800_000), ttl)).toBeNull();
});

test.for<[string, Partial<ProofFacts>, AskingKey, boolean]>([
  ["no key, live proof", {}, undefined, true],
  ["another live key of the organization", {}, { id: "k2", organizationId: "ours", mode: "live" }, true],
  ["a key of another organization", {}, { id: "k3", organizationId: "theirs", mode: "live" }, false],
  ["a test key asking for a live proof", {}, { id: "k4", organizationId: "ours", mode: "test" }, false],
  ["a key that does not exist", {}, null, false],
  ["another device", { isSameDevice: false }, ourKey, false],
  ["not finished", { completedAt: null, outcome: null }, ourKey, false],
  ["a test proof without a key", { mode: "test" }, undefined, false],
  ["a test proof with its key", { mode: "test" }, { id: "k1", organizationId: "ours", mode: "test" }, true],
  ["a test proof with another test key", { mode: "test" }, { id: "k2", organizationId: "ours", mode: "test" }, false],
  ["a test proof at the test address, without a key", { mode: "test" }, ANY_TEST_KEY, true],
  ["a live proof at the test address", {}, ANY_TEST_KEY, false],
  ["a test proof of another device there", { mode: "test", isSameDevice: false }, ANY_TEST_KEY, false],
])("%s", ([, facts, key, isAnswered]) => {
  expect(verdictOf({ ...proof, ...facts }, key, at(1), ttl) !== null).toBe(isAnswered);
});

test.for<[string, Partial<ProofFacts & { redeemedAt: Date | null }>, AskingKey, boolean]>([
  ["the proof itself", {}, ourKey, true],
  ["a proof of less", { minimumAge: 16 }, ourKey, false],
  ["a proof of the other provider", { provider: "s" }, ourKey, false],
  ["a proof that nobody has redeemed", { redeemedAt: null }, ourKey, false],
  ["a no", { outcome: "too_young" }, ourKey, false],
  ["a proof of another device", { isSameDevice: false }, ourKey, false],
  ["a proof asked for under another organization's key", {}, { ...ourKey, organizationId: "theirs" }, false],
  ["a proof asked for under a key that does not exist", {}, null, false],
])("%s answers for a new question of 18 to b, or not", ([, facts, key, isIt]) => {
  const asked = { provider: "b", minimumAge: 18 } as const;
  expect(isProofOf({ ...proof, redeemedAt: at(1), ...facts }, asked, key, at(2), ttl)).toBe(isIt);
});

test("a proof of 18 answers for 16, as long as its token lives", () => {
  const asked = { provider: "b", minimumAge: 16 } as const;
  const ask = (ms: number) => isProofOf({ ...proof, redeemedAt: at(1) }, asked, ourKey, at(ms), ttl);
  expect([ask(1_799_999), ask(1_800_000)]).toEqual([true, false]);
});

test.for<[CheckReason | null, Partial<ProofFacts>, AskingKey]>([
  [null, {}, ourKey],
  ["token_unknown", { mode: "test", completedAt: null }, { id: "k1", organizationId: "theirs", mode: "live" }],
  ["plugin_key_unknown", { mode: "test", completedAt: null }, null],
  ["test_key_missing", { mode: "test", completedAt: null }, undefined],
  ["test_key_differs", { mode: "test", completedAt: null }, { id: "k2", organizationId: "ours", mode: "test" }],
  ["mode_differs", { completedAt: null }, { id: "k1", organizationId: "ours", mode: "test" }],
  ["not_finished", { completedAt: null, isSameDevice: false }, ourKey],
  ["token_expired", { completedAt: at(-1_800_000), isSameDevice: false }, ourKey],
  ["device_differs", { isSameDevice: false }, ourKey],
])("the organization is told %s before what follows it", ([reason, facts, key]) => {
  expect(checkReason({ ...proof, ...facts }, key, at(0), ttl)).toBe(reason);
});
