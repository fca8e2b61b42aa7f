import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { securityTxt } from "#app/(docs)/_docs/security-txt.rules.ts";
import { readConfig } from "#lib/runtime/read-config.ts";

const contactOf = (contact?: string) => {
  const read = readConfig({
    BASE_URL: "https://age.example",
    DATABASE_URL: "postgres://ageway@db.example/ageway",
    AGEWAY_KEYS: randomBytes(32).toString("base64url"),
    SECURITY_CONTACT: contact,
  });
  return read.ok ? read.config.securityContact : read.problems;
};

test("it has the fields that RFC 9116 asks for, and ends within a year", () => {
  expect(securityTxt("mailto:security@age.example", "https://age.example", new Date("2026-11-22T18:00:00Z"))).toBe(
    `Contact: mailto:security@age.example
Expires: 2027-06-01T00:00:00.000Z
Preferred-Languages: en
Canonical: https://age.example/.well-known/security.txt
`,
  );
});

test.for([
  ["security@age.example", "mailto:security@age.example"],
  ["https://age.example/security", "https://age.example/security"],
  [undefined, null],
] as const)("the contact %s is %s in it", ([contact, expected]) => {
  expect(contactOf(contact)).toBe(expected);
});

test.for(["security", "mailto:security@age.example", "http://age.example", "https://", "a@b.example\nExpires: never"])(
  "%j is no contact",
  (contact) => {
    expect(contactOf(contact)).toEqual(["SECURITY_CONTACT must be an e-mail address or an https:// address"]);
  },
);
