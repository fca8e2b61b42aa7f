/** For readers whose browser names no language, or English without a region. */
export const STANDARD_LOCALE = "en-GB";

/**
 * The locale in which a reader's numbers and amounts are written: the first language of `Accept-Language` (RFC 9110, 12.5.4) that
 * this runtime knows. Words stay English whatever it is, and so do the digits 0 to 9 beside them.
 */
export function localeOf(acceptLanguage: string | null): string {
  const tags = (acceptLanguage ?? "")
    .slice(0, 500)
    .split(",")
    .map((part) => part.split(";"))
    .map(([tag = "", ...parameters]) => ({ tag: tag.trim(), q: qualityOf(parameters) }))
    .filter(({ q }) => q > 0)
    .toSorted((a, b) => b.q - a.q);
  const known = tags.find(({ tag }) => isKnown(tag))?.tag;
  return known === undefined || known.toLowerCase() === "en" ? STANDARD_LOCALE : withOurDigits(known);
}

function withOurDigits(tag: string): string {
  const { numberingSystem } = new Intl.NumberFormat(tag).resolvedOptions();
  return numberingSystem === "latn" ? tag : `${tag}-u-nu-latn`;
}

function qualityOf(parameters: readonly string[]): number {
  const given = parameters.map((one) => /^\s*q=(\d(?:\.\d{1,3})?)\s*$/i.exec(one)?.[1]).find(Boolean);
  return given === undefined ? 1 : Number(given);
}

function isKnown(tag: string): boolean {
  // Only language, script and region: an extension could choose other digits.
  if (!/^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i.test(tag)) return false;
  return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
}
