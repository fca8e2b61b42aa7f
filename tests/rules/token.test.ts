import { expect, test } from "vitest";
import { type AskingKey, type ProofFacts, verdictOf } from "#lib/rules/token.ts";

const lives = { linkMs: 600_000, flowMs: 900_000, tokenMs: 1_800_000 };
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
  expect(verdictOf(proof, ourKey, at(1), lives)).toEqual({
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
    expect(verdictOf({ ...proof, outcome }, ourKey, at(1), lives)).toEqual({
      age: null,
      verified: false,
      provider: "b",
      mode: "live",
      expires_at: "2026-11-21T12:30:00.000Z",
    });
  },
);

test("a token lives thirty minutes, to the millisecond", () => {
  expect(verdictOf(proof, ourKey, at(1_799_999), lives)).not.toBeNull();
  expect(verdictOf(proof, ourKey, at(1_800_000), lives)).toBeNull();
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
])("%s", ([, facts, key, isAnswered]) => {
  expect(verdictOf({ ...proof, ...facts }, key, at(1), lives) !== null).toBe(isAnswered);
});
