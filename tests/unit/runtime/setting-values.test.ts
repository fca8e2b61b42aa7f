import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import {
  areDifferent,
  areDnsServers,
  areLongEnough,
  areRandom,
  isBaseUrl,
  isRedisUrl,
} from "#lib/runtime/setting-values.ts";

/** With so many different bytes. */
const keyOf = (different: number, length = 32) => Buffer.from(Array.from({ length }, (_, n) => n % different));

test("keys have 32 bytes or more, more than 16 of them different, and none is there twice", () => {
  expect([keyOf(31, 31), keyOf(32)].map((key) => areLongEnough([randomBytes(32), key]))).toEqual([false, true]);
  expect([keyOf(16), keyOf(17)].map((key) => areRandom([randomBytes(32), key]))).toEqual([false, true]);
  // Said by its length alone.
  expect(areRandom([keyOf(1, 31)])).toBe(true);
  const key = randomBytes(32);
  expect([areDifferent([key, randomBytes(32)]), areDifferent([key, Buffer.from(key)])]).toEqual([true, false]);
});

test.for([
  ["1.1.1.1,9.9.9.9", true],
  ["1.1.1.1:5353,[2620:fe::fe]:5353", true],
  ["2620:fe::fe,2620:fe::9", true],
  ["1.1.1.1", false],
  ["1.1.1.1,1.1.1.1", false],
  ["1.1.1.1,dns.example", false],
  ["1.1.1.1,", false],
  ["1.1.1.1,9.9.9", false],
] as const)("DNS servers %s: %s", ([list, expected]) => {
  expect(areDnsServers(list.split(","))).toBe(expected);
});

test.for([
  ["https://age.example", true],
  ["https://age.example:8443", true],
  ["http://localhost:3000", true],
  ["http://age.example", false],
  ["https://age.example/path", false],
  ["https://age.example/?a", false],
  ["https://user@age.example", false],
  ["age.example", false],
] as const)("BASE_URL %s: %s", ([url, expected]) => {
  expect(isBaseUrl(url)).toBe(expected);
});

test.for([
  ["redis://:p@host:6379", true],
  ["rediss://host/1", true],
  ["redis:///1", false],
  ["redis://host/name", false],
  ["http://host", false],
  ["redis://:p%zz@host:6379", false],
  ["redis://:p#w@host:6379", false],
  ["redis://:p/w@host:6379", false],
] as const)("REDIS_URL %s: %s", ([url, expected]) => {
  expect(isRedisUrl(url)).toBe(expected);
});
