import { expect, test } from "vitest";
import { pageFlawWords, readTypedPage } from "#app/(dashboard)/dashboard/connect/_lib/typed-page.rules.ts";
import { readReturnUrl } from "#lib/core/return-url.rules.ts";

const readBack = (typed: string, isTest = true) => {
  const read = readTypedPage(typed, isTest);
  return typeof read === "string" ? read : read.href;
};

test.for([
  ["shop.example/checkout?x=ø", "https://shop.example/checkout?x=%C3%B8"],
  ["https://shop.example/vin & øl?q=rosé", "https://shop.example/vin%20&%20%C3%B8l?q=ros%C3%A9"],
  ["  //shop.example ", "https://shop.example/"],
  ["shop.example:8443/a", "https://shop.example:8443/a"],
  ["blåbær.example", "https://xn--blbr-roah.example/"],
  ["localhost:8080/checkout", "http://localhost:8080/checkout"],
  ["127.0.0.1:5173", "http://127.0.0.1:5173/"],
  ["192.168.1.20:3000/", "http://192.168.1.20:3000/"],
  ["HTTP://localhost/", "http://localhost/"],
  ["https://shop.example/a?b=%2F#c", "https://shop.example/a?b=%2F#c"],
] as const)("a member who pastes %s reads %s", ([typed, page]) => {
  expect(readBack(typed)).toBe(page);
  // What stands in the code is what the API takes.
  expect(readReturnUrl(page, true)).toMatchObject({ href: page });
});

test.for([
  ["ftp://shop.example", "not_https"],
  ["http://shop.example/", "not_https"],
  ["javascript:alert(1)", "not_https"],
  ["me:pw@shop.example/", "not_https"],
  ["me@shop.example", "user_in_address"],
  ["shop.example\\checkout", "backslash"],
  ["https%3A%2F%2Fshop.example%2F", "encoded_twice"],
  ["shop", "host_invalid"],
  ["192.0.2.1/", "address_not_name"],
  ["shop.example/\u0007", "space"],
] as const)("%s is refused in words", ([typed, flaw]) => {
  expect(readBack(typed)).toBe(flaw);
  expect(pageFlawWords(flaw)).toMatch(/^[A-Z].*\.$/);
});

test("an address of more than 2,048 characters is refused in words", () => {
  expect(readBack(`shop.example/${"a".repeat(2_048)}`)).toBe("too_long");
  expect(pageFlawWords("too_long")).toContain("2,048");
});

test("with a live key a page of a private network is refused", () => {
  expect(readBack("192.168.1.20:3000/", false)).toBe("address_not_name");
});
