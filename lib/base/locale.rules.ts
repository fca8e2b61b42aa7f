import Negotiator from "negotiator";

/** Serves readers whose browser names no language, or English without a region. */
export const STANDARD_LOCALE = "en-GB";

/**
 * Names the locale in which a reader's numbers and amounts are written: the first language of `Accept-Language` (RFC 9110, 12.5.4) that
 * this runtime knows. Words stay English whatever it is, and so do the digits 0 to 9 beside them.
 */
export function localeOf(acceptLanguage: string | null): string {
  const headers = { "accept-language": acceptLanguage?.slice(0, 500) };
  const known = new Negotiator({ headers }).languages().find(isKnown);
  return known === undefined || known.toLowerCase() === "en" ? STANDARD_LOCALE : withOurDigits(known);
}

function withOurDigits(tag: string): string {
  const { numberingSystem } = new Intl.NumberFormat(tag).resolvedOptions();
  return numberingSystem === "latn" ? tag : `${tag}-u-nu-latn`;
}

function isKnown(tag: string): boolean {
  // Only language, script and region: an extension could choose other digits.
  if (!/^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i.test(tag)) return false;
  return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
}
