import { expect, test } from "vitest";
import { readMailServer } from "#lib/runtime/mail-server.rules.ts";

const read = (url: string) => {
  const read = readMailServer(url);
  return read.ok ? read.server : read.flaw;
};

test.for([
  ["smtp://mail.example", { host: "mail.example", secure: false, requireTLS: true, ignoreTLS: false }],
  ["smtp://mail.example:465", { port: 465, secure: true, requireTLS: false }],
  ["smtps://mail.example", { secure: true, requireTLS: false, ignoreTLS: false, tls: { rejectUnauthorized: true } }],
  ["smtp://192.0.2.7:25", { host: "192.0.2.7", port: 25, requireTLS: true, tls: { rejectUnauthorized: true } }],
  ["smtp://mail.example:25/?tls=none", { requireTLS: false, ignoreTLS: true }],
  ["smtp://localhost:25", { requireTLS: false, ignoreTLS: false, tls: { rejectUnauthorized: false } }],
  ["smtp://[::1]:25", { host: "::1", requireTLS: false, tls: { rejectUnauthorized: false } }],
  ["smtp://us%40er:p%23a%2Fs%25s@mail.example", { auth: { user: "us@er", pass: "p#a/s%s" }, requireTLS: true }],
] as const)("%s", ([url, server]) => {
  expect(read(url)).toMatchObject(server);
});

test.for([
  ["mail.example", /^must be an address such as/],
  ["smtp://", /^must be an address/],
  ["smtp://user:pa#ss@mail.example", /^must be an address.*# as %23/],
  ["smtp://user:pa/ss@mail.example", /^must be an address.*\/ as %2F/],
  ["smtp://user:pa?ss@mail.example", /^must be an address.*\? as %3F/],
  ["smtp://user:pa%@mail.example", /^must be an address.*% as %25/],
  ["smtp://mail.example?requireTLS=false", /^has the parameter requireTLS/],
  ["smtp://mail.example?tls=off", /^may end with \?tls=none/],
  ["smtps://mail.example?tls=none", /smtp:\/\/ only$/],
] as const)("%s is refused in words, and no password is in them", ([url, words]) => {
  expect(read(url)).toMatch(words);
  expect(read(url)).not.toMatch(/pa[#?%/]|ss@/);
});
