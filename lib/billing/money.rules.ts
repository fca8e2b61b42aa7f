import { STANDARD_LOCALE } from "#lib/base/locale.rules.ts";
import { digitsOf } from "./currency.rules.ts";
import { NO_CURRENCY } from "./spend.rules.ts";

/** Formats an amount in minor units, such as "€12.50" or "DKK 12.50". Without a currency it is a bare number, such as "0". */
export function money(minor: number, currency: string, locale = STANDARD_LOCALE): string {
  return formatted(minor, currency, digitsOf(currency), locale);
}

/** Formats an amount without its cents where it has none, such as "€29" or "€0.50". */
export function shortMoney(minor: number, currency: string, locale = STANDARD_LOCALE): string {
  const digits = digitsOf(currency);
  return formatted(minor, currency, minor % 10 ** digits === 0 ? 0 : digits, locale);
}

/** Formats an amount to the nearest whole unit of its currency, such as "€418": for what is only expected. */
export function roundMoney(minor: number, currency: string, locale = STANDARD_LOCALE): string {
  const unit = 10 ** digitsOf(currency);
  return minor < 10 * unit
    ? money(minor, currency, locale)
    : formatted(Math.round(minor / unit) * unit, currency, 0, locale);
}

function formatted(minor: number, currency: string, digits: number, locale: string): string {
  if (currency === NO_CURRENCY) return count(minor, locale);
  const format = { style: "currency", currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(locale, format).format(minor / 10 ** digitsOf(currency));
}

/** Writes the bare number, such as "12.50", for forms and spreadsheets. */
export function amountText(minor: number, currency: string): string {
  const digits = digitsOf(currency);
  return (minor / 10 ** digits).toFixed(digits);
}

/** Reads a typed amount, such as "12", "12.5", "12,50" or "1 200.00", in minor units; `null`: the text is no amount of that currency. */
export function readAmount(text: string, currency: string): number | null {
  const digits = digitsOf(currency);
  const [, whole, fraction = ""] =
    /^(\d{1,12})(?:[.,](\d{1,4}))?$/.exec(text.replaceAll(/[\s\u00A0\u202F']/g, "")) ?? [];
  if (whole === undefined || fraction.length > digits) return null;
  return Number(whole) * 10 ** digits + Number(fraction.padEnd(digits, "0") || 0);
}

export function count(n: number, locale = STANDARD_LOCALE): string {
  return n.toLocaleString(locale);
}
