import { count, money } from "#lib/billing/money.rules.ts";

type Prices = {
  currency: string;
  monthlyFeeMinor: number;
  priceSMinor: number;
  priceBMinor: number;
  includedChecks: number;
};

/** What a plan costs, in a line. */
export function PriceList({ currency, monthlyFeeMinor, priceSMinor, priceBMinor, includedChecks }: Prices) {
  const parts = [
    monthlyFeeMinor === 0 ? "No monthly fee" : `${money(monthlyFeeMinor, currency)} a month`,
    ...(includedChecks > 0 ? [`${count(includedChecks)} checks of each month included`] : []),
    `${money(priceSMinor, currency)} a confirmed check at provider s`,
    `${money(priceBMinor, currency)} a started check at provider b`,
  ];
  return <p className="text-soft">{parts.join(" · ")}</p>;
}
