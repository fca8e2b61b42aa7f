import { expect, test } from "vitest";
import { pastedHost } from "#lib/base/host.rules.ts";
import { readHost } from "#lib/domains/domain.ts";

test.for([
  ["shop.example", "shop.example"],
  ["  Shop.Example ", "Shop.Example"],
  ["https://shop.example/checkout?x", "shop.example"],
  ["http://shop.example", "shop.example"],
  ["HTTPS://Shop.Example/", "shop.example"],
  ["shop.example/checkout", "shop.example"],
  ["shop.example?x=1", "shop.example"],
  ["shop.example:8443", "shop.example"],
  ["https://shop.example:8443/a#b", "shop.example"],
  ["https://blåbær.example/kurv", "xn--blbr-roah.example"],
] as const)("%s is read as %s", ([typed, host]) => {
  expect(pastedHost(typed)).toBe(host);
  expect(readHost(pastedHost(typed))).not.toBeNull();
});

test.for([
  "https://shop.example@evil.example/",
  "shop.example@evil.example/x",
  "ftp://shop.example/",
  "javascript:alert(1)",
  "https://",
  "/checkout",
  "shop example",
  "",
])("%j names no host that could be added", (typed) => {
  expect(readHost(pastedHost(typed))).toBeNull();
});
