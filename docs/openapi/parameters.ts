import * as z from "zod";
import { MINIMUM_AGES } from "#lib/core/age.rules.ts";
import { LANGUAGES } from "#lib/core/language.rules.ts";

/** What callers send. The gateway's own readers decide (contract §1 and §3); these describe what they take. */

export const pluginKey = z
  .string()
  .regex(/^pk_(?:live|test)_[A-Za-z0-9]{24}$/)
  .meta({
    description: "Your plugin key: public, so it may stand in a page.",
    examples: ["pk_test_9fK2mQ7xR4tB8wYc3LdH6sVn"],
  });

export const deviceId = z
  .string()
  .regex(/^[A-Za-z0-9._~-]{8,128}$/)
  .meta({
    description: "The visitor’s device: a UUID v4 that you made. A placeholder such as `undefined` is refused.",
    examples: ["3f1c9a52-7d4e-4b86-9c0f-2a5e8d7b6134"],
  });

export const age = z
  .enum(MINIMUM_AGES.map(String))
  .meta({ description: "The minimum age to prove, written exactly so.", examples: ["18"] });

export const returnUrl = z
  .string()
  .min(1)
  .max(2048)
  .meta({
    description:
      "The page that the visitor comes back to, with `token_age_verified` added: `https://`, given once, percent-encoded in UTF-8. Its host is a verified domain of yours. A test key may also return to a machine or network of your own.",
    examples: ["https://shop.example/age-check"],
  });

export const language = z
  .enum(LANGUAGES)
  .optional()
  .meta({
    description:
      "The language of the visitor’s page. A locale will do, such as da-DK or nb_NO; another language counts as none.",
    examples: ["da"],
  });

export const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .meta({
    description:
      "Within 24 hours the same key with the same parameters gets the same link and costs nothing more; with other parameters it is refused (409). Without a secret it belongs to its device id.",
    examples: ["order-4711"],
  });

export const visitor = z
  .string()
  .regex(/^[\w-]{43}$/)
  .optional()
  .meta({
    description:
      "Which visitor asks, so that one of them cannot start check after check: the HMAC-SHA256 of the visitor’s address under the secret of the key, as base64url without `=`. It counts only beside that secret; another value counts as none.",
    examples: ["kN3c1sQ0vE7yXhJ2bTqL8mRfWzUoAi5gDpVxS4HnYe6"],
  });

export const token = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/)
  .meta({
    description: "What came back as `token_age_verified`.",
    examples: ["Vb3nR8kQ1xYtZ6mWcL0dHsFpJ4uGaE7oTiKqNrXwB2M"],
  });

export const once = z
  .enum(["0", "1"])
  .optional()
  .meta({
    description: "`1`: only the first question gets the yes. Ask so if you keep the answer, not the token.",
    examples: ["1"],
  });

export const session = z.string().meta({
  description: "Names the check. It is part of the link that a generator answers.",
  examples: ["8sN2kV0xQmZbT4cYwLr1uHfEaGdJpKiXoRvCnMtBq7A"],
});
