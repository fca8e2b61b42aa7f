import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { cookieLine, cookieName, cookiesIn, removalLine } from "#lib/runtime/cookie.ts";
import { configure } from "#tests/support/configure.ts";

test.for([
  ["https://age.example", "__Host-ageway-session", ["HttpOnly", "Max-Age=60", "Path=/", "SameSite=Lax", "Secure"]],
  ["http://localhost:3000", "ageway-session", ["HttpOnly", "Max-Age=60", "Path=/", "SameSite=Lax"]],
] as const)("at %s a cookie is for this host only, and never for script", ([baseUrl, name, attributes]) => {
  const AGEWAY_KEYS = randomBytes(32).toString("base64url");
  configure({ BASE_URL: baseUrl, DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", AGEWAY_KEYS });
  const [pair, ...rest] = cookieLine(cookieName("session"), "x-_1", 60).split("; ");
  expect(pair).toBe(`${name}=x-_1`);
  expect(rest.toSorted()).toEqual(attributes);
  expect(removalLine(cookieName("session"))).toContain(`${name}=; Max-Age=0; Path=/`);
});

test("cookies are read decoded, the first of a name counts, and what is broken stays as it was sent", () => {
  const read = (cookie: string) => Object.fromEntries(cookiesIn(new Headers({ cookie })));
  expect(read("a=1; b=%22x%22;c=%E0%A4")).toEqual({ a: "1", b: '"x"', c: "%E0%A4" });
  expect(read("a=1; a=2; =3; d; e=f=g")).toMatchObject({ a: "1", e: "f=g" });
  expect(read("")).toEqual({});
});
