import { expect, test } from "vitest";
import { type KeyFacts, keysWithout, shortKey } from "#lib/keys/plugin-key.rules.ts";

const NOW = new Date("2026-11-21T13:33:00Z");
const LATER = new Date("2026-11-24T08:00:00Z");
const LAST = new Date("2026-12-01T08:00:00Z");
const GONE = "pk_live_gone";

function key(facts: Partial<KeyFacts>): KeyFacts {
  return { key: "pk_live_other", mode: "live", endsAt: null, revokedAt: null, pausedAt: null, ...facts };
}

test.for([
  ["no other key", [], { works: false, until: null }],
  ["another key", [key({})], { works: true }],
  ["another key, of test", [key({ key: "pk_test_other", mode: "test" })], { works: false, until: null }],
  ["another key, paused", [key({ pausedAt: NOW })], { works: false, until: null }],
  ["another key, revoked", [key({ revokedAt: NOW })], { works: false, until: null }],
  ["another key, ended this moment", [key({ endsAt: NOW })], { works: false, until: null }],
  ["another key that ends", [key({ endsAt: LATER })], { works: false, until: LATER }],
  ["two that end", [key({ endsAt: LATER }), key({ endsAt: LAST })], { works: false, until: LAST }],
  ["one that ends and one that stays", [key({ endsAt: LATER }), key({})], { works: true }],
] as const)("with %s the rest of the shop's keys is judged", ([, others, outlook]) => {
  expect(keysWithout(GONE, [key({ key: GONE }), ...others], NOW)).toEqual(outlook);
});

test("a shortened key keeps its mode and both ends", () => {
  expect(shortKey("pk_live_7QmWd5bKx3Jr8x2AbCdEfGhI")).toBe("pk_live_7Qm…fGhI");
});
