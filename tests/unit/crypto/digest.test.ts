import { createSecretKey } from "node:crypto";
import { expect, test } from "vitest";
import {
  attemptSecrets,
  browserDigest,
  browserDigests,
  deviceDigest,
  deviceDigests,
  limitDigest,
  newSecret,
  referenceDigest,
  secretDigest,
} from "#lib/crypto/digest.ts";
import { encryptId, type Purpose } from "#lib/crypto/opaque-id.ts";
import { referenceOf } from "#lib/crypto/reference.ts";

const [zeros, ones] = [createSecretKey(Buffer.alloc(32)), createSecretKey(Buffer.alloc(32, 1))];
const ID = "01900000-0000-7000-8000-000000000001";
const MOMENT = new Date(Date.UTC(2026, 10, 21));

// These stand in databases, in mails and in browsers: a version that wrote them differently would find nothing again.
test("digests and derived secrets are today what they were when they were written", () => {
  expect({
    device: deviceDigest("organization", "device-1", [zeros]).toString("hex"),
    browser: browserDigest(ID, "secret", [zeros]).toString("hex"),
    reference: referenceDigest(ID, [zeros]).toString("hex"),
    secret: secretDigest("sk_live_x").toString("hex"),
    attempt: attemptSecrets(ID, 1, MOMENT, [zeros]),
  }).toMatchInlineSnapshot(`
    {
      "attempt": {
        "codeVerifier": "_QHwSvZJkUoFEGzxds0twQS3FNSoqWip1_9v4n80660",
        "nonce": "pByKN1gxbZxHnhdCmHnLJTqRsnWb5nGvw4wsZBw-0H4",
      },
      "browser": "510900fd104204e2fba1e4937efd5904e6a4d856024c9d56ef109df3460b331c",
      "device": "8f37ef4b93a53633f06608013c009e345ad2b4f13dc491314bcd5772455e7ab7",
      "reference": "31ad0db8785d4411de4ce0eb7e560c9f1f1c56a138d3fb72ce946564183125ae",
      "secret": "bda8047787d38d3b3c11840d23d976b4042f6f2e43b9ec9e9611fe7086d5742d",
    }
  `);
});

test("digests are taken of any text: none, many bytes a letter, more than a block", () => {
  const digests = ["", "æ", "\u{1F377} wine", "x".repeat(200)].map((device) =>
    deviceDigest(device, device, [zeros]).toString("base64url"),
  );
  expect(digests).toMatchInlineSnapshot(`
    [
      "3RtfqXL9OLkiquB5ycLuiFxYlE0CTMEM5F0-LzEORWI",
      "gVmzCFRp8XdulG1glrn3C5RKyRF7WZO5mrhKhd7aCfU",
      "VED2WLrFXTtDumQ0xBOGznGZy9juEx_9AkE6JKlXwj0",
      "op4OImKmmazUSUO7KO4ibNyVhXHjdfvzksJMbuAA_qI",
    ]
  `);
});

test("a reference is read from its digest as it was", () => {
  expect([referenceOf(ID, [zeros]), referenceOf(ID, [ones])]).toMatchInlineSnapshot(`
    [
      "KZHD68DM",
      "YMYZQFTZ",
    ]
  `);
});

test("an id is written for each purpose as it was", () => {
  const purposes: Purpose[] = ["session", "token", "state", "cursor"];
  expect(purposes.map((purpose) => `${purpose} ${encryptId(purpose, ID, [zeros])}`)).toMatchInlineSnapshot(`
    [
      "session d2FX2yGOF1S_5hfI9t95YFJZxi1T9noXVCdOgE5ZQXs",
      "token aRmxNdcs1v3kY4NM4gmxcygK_96c0Y_HftfNiKIIRrE",
      "state O0J0nVPfBjaBYSgJUKFc7TUIvyIGnqEI3fpq15WItk4",
      "cursor iUMVvAPv9cmh1BpHjmthCTOxz_vhZIJhSVG4PWlYlng",
    ]
  `);
});

test("a browser is found by a digest of each key, the first of which is written", () => {
  const [first, second] = browserDigests(ID, "secret", [zeros, ones]);
  expect(first).toEqual(browserDigest(ID, "secret", [zeros]));
  expect(second).toEqual(browserDigest(ID, "secret", [ones]));
});

test("a new secret is 256 bits of chance, which an address can carry", () => {
  const secrets = Array.from({ length: 20 }, newSecret);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(new Set(secrets).size).toBe(20);
});

test("each key, each organization and each attempt has digests of its own", () => {
  const [first, second] = deviceDigests("organization", "device-1", [zeros, ones]);
  expect(first).toEqual(deviceDigest("organization", "device-1", [zeros]));
  const all = [
    first,
    second,
    deviceDigest("other", "device-1", [zeros]),
    // Lengths keep parts apart.
    deviceDigest("organizationd", "evice-1", [zeros]),
    browserDigest("organization", "device-1", [zeros]),
    ...[1, 2].flatMap((attempt) => Object.values(attemptSecrets(ID, attempt, MOMENT, [zeros]))),
    ...Object.values(attemptSecrets(ID, 1, new Date(+MOMENT + 1), [zeros])),
  ].map(String);
  expect(new Set(all).size).toBe(all.length);
});

test("what stands for a name in a limit depends on the key and on the limit", () => {
  const digests = [
    limitDigest("key", "name", [zeros]),
    limitDigest("device", "name", [zeros]),
    limitDigest("key", "name", [ones]),
  ];
  expect(new Set(digests).size).toBe(3);
  for (const digest of digests) expect(Buffer.from(digest, "base64url")).toHaveLength(16);
});
