import { createSecretKey, randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { mintCapability, openCapability, type Purpose } from "#lib/capability.ts";

const key = () => createSecretKey(randomBytes(32));
const keys = [key()] as const;
const purposes = fc.constantFrom<Purpose>("session", "token", "state");

test("what was minted for a purpose opens for it, and for no other", () => {
  fc.assert(
    fc.property(fc.uuid(), purposes, purposes, (id, minted, asked) => {
      expect(openCapability(asked, mintCapability(minted, id, keys), keys)).toBe(minted === asked ? id : null);
    }),
    { numRuns: 2_000 },
  );
});

test("a capability with any one bit changed opens nothing", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(255), (id, bit) => {
      const bytes = Buffer.from(mintCapability("token", id, keys), "base64url");
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(openCapability("token", bytes.toString("base64url"), keys)).toBeNull();
    }),
    { numRuns: 2_000 },
  );
});

test("no text that we did not mint opens", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 60 }),
        fc.base64String({ minLength: 43, maxLength: 44 }),
        fc.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      ),
      (text) => {
        expect(openCapability("session", text, keys)).toBeNull();
      },
    ),
    { numRuns: 5_000 },
  );
});

test("a capability has one spelling", () => {
  const minted = mintCapability("token", "01a1fc92-9bc3-74f6-ac4f-0135d530a375", keys);
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const spellings = [...alphabet].filter((last) => openCapability("token", minted.slice(0, -1) + last, keys) !== null);
  expect(spellings).toEqual([minted.at(-1)]);
  expect(openCapability("token", `${minted}=`, keys)).toBeNull();
  expect(openCapability("token", ` ${minted}`, keys)).toBeNull();
});

test("keys rotate: the first signs, all verify, a dropped one verifies no more", () => {
  const [old, fresh] = [key(), key()];
  const before = mintCapability("state", "01a1fc92-9bc3-74f6-ac4f-0135d530a375", [old]);
  const after = mintCapability("state", "01a1fc92-9bc3-74f6-ac4f-0135d530a375", [fresh, old]);
  expect(openCapability("state", before, [fresh, old])).not.toBeNull();
  expect(openCapability("state", after, [fresh])).not.toBeNull();
  expect(openCapability("state", before, [fresh])).toBeNull();
});
