/**
 * Has ISO 4217's list one by digits, without funds, metals and withdrawn codes. The runtime's own (Unicode CLDR)
 * follows the cash in use: no digits for the forint, the rupiah and the Colombian peso.
 */
const BY_DIGITS: readonly [digits: number, codes: string][] = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"],
  [
    2,
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK " +
      "DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD " +
      "KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP " +
      "PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH " +
      "USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG",
  ],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
];

const DIGITS = new Map(BY_DIGITS.flatMap(([digits, codes]) => codes.split(" ").map((code) => [code, digits] as const)));

/** Lists every currency that a plan or a subscription may have. */
export const CURRENCIES: readonly string[] = [...DIGITS.keys()].toSorted();

export function isCurrency(code: string): boolean {
  return DIGITS.has(code);
}

/** Counts the digits of the minor unit: the yen has 0, the euro 2, the dinar 3. An unknown code, which an older version accepted, has 2. */
export function digitsOf(currency: string): number {
  return DIGITS.get(currency) ?? 2;
}
