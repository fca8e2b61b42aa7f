import { createSecretKey, randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { uuidV7 } from "#lib/base/uuid.ts";
import { decryptId, encryptId, type Purpose } from "#lib/crypto/opaque-id.ts";

const key = () => createSecretKey(randomBytes(32));
const keys = [key()] as const;
const purposes = fc.constantFrom<Purpose>("session", "token", "state", "cursor");

test("an id encrypted for a purpose opens for it, and for no other", () => {
  fc.assert(
    fc.property(fc.uuid(), purposes, purposes, (id, minted, asked) => {
      expect(decryptId(asked, encryptId(minted, id, keys), keys)).toBe(minted === asked ? id : null);
    }),
    { numRuns: 2_000 },
  );
});

/** A token of the version before, made with a key of zeros. */

test("an opaque id with any one bit changed opens nothing", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(255), (id, bit) => {
      const bytes = Buffer.from(encryptId("token", id, keys), "base64url");
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(decryptId("token", bytes.toString("base64url"), keys)).toBeNull();
    }),
    { numRuns: 2_000 },
  );
});

test("session, token and state of one check share no part with each other, or with its id", () => {
  fc.assert(
    fc.property(fc.uuid({ version: 7 }), (id) => {
      const made = ["session", "token", "state"].map((purpose) => encryptId(purpose as Purpose, id, keys));
      const bytes = [id.replaceAll("-", ""), ...made.map((one) => Buffer.from(one, "base64url").toString("hex"))];
      const parts = bytes.flatMap((hex) => [...new Set(hex.match(/.{10}/g))]);
      expect(new Set(parts).size).toBe(parts.length);
    }),
    { numRuns: 2_000 },
  );
});

test("ids of one moment, which begin alike, look unlike when encrypted", () => {
  const made = Array.from({ length: 200 }, () => encryptId("token", uuidV7(1_763_769_600_000), keys));
  for (let n = 0; n < 36; n += 3) expect(new Set(made.map((one) => one.slice(n, n + 8))).size).toBe(200);
});

test("no text that we did not make opens", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 60 }),
        fc.base64String({ minLength: 43, maxLength: 44 }),
        fc.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      ),
      (text) => {
        expect(decryptId("session", text, keys)).toBeNull();
      },
    ),
    { numRuns: 5_000 },
  );
});

test("an opaque id has one spelling", () => {
  const minted = encryptId("token", "01a1fc92-9bc3-74f6-ac4f-0135d530a375", keys);
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const spellings = [...alphabet].filter((last) => decryptId("token", minted.slice(0, -1) + last, keys) !== null);
  expect(spellings).toEqual([minted.at(-1)]);
  expect(decryptId("token", `${minted}=`, keys)).toBeNull();
  expect(decryptId("token", ` ${minted}`, keys)).toBeNull();
});

test("keys rotate: the first signs, all verify, a dropped one verifies no more", () => {
  const [old, fresh] = [key(), key()];
  const before = encryptId("state", "01a1fc92-9bc3-74f6-ac4f-0135d530a375", [old]);
  const after = encryptId("state", "01a1fc92-9bc3-74f6-ac4f-0135d530a375", [fresh, old]);
  expect(decryptId("state", before, [fresh, old])).not.toBeNull();
  expect(decryptId("state", after, [fresh])).not.toBeNull();
  expect(decryptId("state", before, [fresh])).toBeNull();
});
