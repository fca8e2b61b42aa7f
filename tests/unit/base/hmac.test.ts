import { createHmac, createSecretKey } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hmac } from "#lib/base/hmac.ts";
import { character } from "#tests/support/any-text.ts";

test("a digest is what OpenSSL's HMAC-SHA-256 makes of the same key and message", () => {
  const keys = fc.uint8Array({ minLength: 1, maxLength: 200 });
  const messages = fc.oneof(fc.string({ unit: character, maxLength: 300 }), fc.uint8Array({ maxLength: 300 }));
  fc.assert(
    fc.property(keys, fc.array(messages, { minLength: 1, maxLength: 4 }), (bytes, texts) => {
      const key = createSecretKey(bytes);
      for (const text of texts)
        expect(hmac(key, text).toString("hex")).toBe(createHmac("sha256", key).update(text).digest("hex"));
    }),
    {
      examples: [
        [new Uint8Array(64).fill(1), ["a block"]],
        [new Uint8Array(65).fill(1), ["more than a block"]],
      ],
    },
  );
});

test("a digest stays as it is while others are made with its key", () => {
  const key = createSecretKey(Buffer.alloc(32, 1));
  const one = hmac(key, "one");
  const before = Buffer.from(one);
  hmac(key, "other");
  expect(one).toEqual(before);
});
