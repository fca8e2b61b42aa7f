import { headers } from "next/headers";
import { cache } from "react";
import { localeOf } from "#lib/base/locale.rules.ts";
import { count, money, roundMoney, shortMoney } from "#lib/billing/money.rules.ts";

/** Writes numbers and amounts as this reader does. Dates name their month in words, in English as the rest of the page. */
export type Formats = {
  count: (n: number) => string;
  money: (minor: number, currency: string) => string;
  /** Leaves out cents where there are none. */
  shortMoney: (minor: number, currency: string) => string;
  /** Rounds to the whole unit: for what is only expected. */
  roundMoney: (minor: number, currency: string) => string;
};

/** Goes by the languages of the reader's browser. */
export const readerFormats = cache(async (): Promise<Formats> => {
  const locale = localeOf((await headers()).get("accept-language"));
  return {
    count: (n) => count(n, locale),
    money: (minor, currency) => withMinus(money(minor, currency, locale)),
    shortMoney: (minor, currency) => withMinus(shortMoney(minor, currency, locale)),
    roundMoney: (minor, currency) => roundMoney(minor, currency, locale),
  };
});

/** Gives a credit the minus that invoices have: in many languages `Intl` writes a hyphen. */
function withMinus(amount: string): string {
  return amount.replace("-", "\u2212");
}
