import { expect, test } from "vitest";
import { localeOf } from "#lib/base/locale.rules.ts";
import { money } from "#lib/billing/money.rules.ts";

test.for([
  [null, "en-GB"],
  ["", "en-GB"],
  ["en", "en-GB"],
  ["en-US,en;q=0.9", "en-US"],
  ["da-DK,da;q=0.9,en;q=0.8", "da-DK"],
  ["en;q=0.5, sv;q=0.9", "sv"],
  ["de;q=0, fi", "fi"],
  ["*", "en-GB"],
  ["tlh-AA, nb", "nb"],
  ["de-u-nu-arab, de", "de"],
  ["ar-EG", "ar-EG-u-nu-latn"],
  ["xxxxxxxxxxxxxxxx", "en-GB"],
  ["../../etc, en_US;;;=", "en-GB"],
] as const)("a reader whose browser asks for %j reads numbers as in %s", ([asked, locale]) => {
  expect(localeOf(asked)).toBe(locale);
});

test.for(["ar-EG", "fa", "mr", "bn", "my"])(
  "a reader of %s reads amounts in the digits of the rest of the page",
  (tag) => {
    expect(money(1_234_560, "EUR", localeOf(tag))).toMatch(/12.345.60/);
  },
);

test("the same amount for an English, a Danish and a German reader", () => {
  const texts = ["en-GB", "da-DK", "de-DE"].map((locale) => money(1_234_560, "EUR", locale));
  expect(texts).toEqual(["€12,345.60", "12.345,60\u00a0€", "12.345,60\u00a0€"]);
});
