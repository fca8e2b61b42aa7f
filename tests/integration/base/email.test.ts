import { expect, test } from "vitest";
import { readEmail } from "#lib/base/email.rules.ts";
import { HOSTILE_ADDRESSES } from "#tests/support/hostile-addresses.ts";

/** The longest part before the @, and the longest host behind it: 254 characters in all. */
const LOCAL = "a".repeat(64);
const HOST = ["b".repeat(63), "c".repeat(63), "d".repeat(61)].join(".");

test.for([
  ["owner@shop.example", "owner@shop.example"],
  ["  Owner.Name+tag@Shop.EXAMPLE ", "owner.name+tag@shop.example"],
  ["o@x.example", "o@x.example"],
  ["owner@shop.1x", "owner@shop.1x"],
  ["owner@shop.x1", "owner@shop.x1"],
  ["owner@shop.0xg", "owner@shop.0xg"],
  [`${LOCAL}@shop.example`, `${LOCAL}@shop.example`],
  [`${LOCAL}@${HOST}`, `${LOCAL}@${HOST}`],
])("%j is the mailbox %j", ([given, stored]) => {
  expect(readEmail(given ?? "")).toBe(stored);
});

test.for([
  "",
  "owner",
  "owner@",
  "@shop.example",
  "a@b@c.example",
  "a@shop.example, b@evil.example",
  "a@shop.example\r\nBcc: b@evil.example",
  '"a b"@shop.example',
  "a(comment)@shop.example",
  "group:a@shop.example;",
  "<a@shop.example>",
  "a@shop..example",
  "a..b@shop.example",
  "a@-shop.example",
  "a@[127.0.0.1]",
  "ä@shop.example",
  `${"a".repeat(65)}@shop.example`,
  `a@${"b".repeat(250)}.example`,
  `${LOCAL}@${HOST}d`,
  `owner@${"b".repeat(64)}.example`,
])("%j is no mailbox", (given) => {
  expect(readEmail(given)).toBeNull();
});

test.for(HOSTILE_ADDRESSES)("with %s, %j is the mailbox %j", ([, typed, mailbox]) => {
  expect(readEmail(typed)).toBe(mailbox);
});

test("a host of one label is a mailbox's too: an instance may run where there are no others", () => {
  expect(readEmail("owner@localhost")).toBe("owner@localhost");
});
