import { expect, test } from "vitest";
import { keySecretOf, readBearer } from "#lib/keys/plugin-key.rules.ts";

const SECRET = keySecretOf("aZ09".repeat(8));

test("a secret says what it is", () => expect(SECRET).toBe("sk_live_aZ09aZ09aZ09aZ09aZ09aZ09aZ09aZ09"));

test.for([`Bearer ${SECRET}`, `bearer ${SECRET}`, `BEARER ${SECRET}`])("%s carries it", (header) => {
  expect(readBearer(header)).toBe(SECRET);
});

test.for([
  null,
  "",
  "Bearer",
  "Bearer ",
  SECRET,
  ` Bearer ${SECRET}`,
  `Bearer  ${SECRET}`,
  `Bearer ${SECRET} `,
  `Bearer ${SECRET} x`,
  `Bearer x${SECRET}`,
  `Bearer ${SECRET}x`,
  `Bearer ${SECRET.slice(0, -1)}`,
  `Bearer ${SECRET.slice(0, -1)}-`,
  `Basic ${SECRET}`,
  `Bearer ${SECRET.replace("live", "test")}`,
])("%j carries none", (header) => expect(readBearer(header)).toBeNull());
