/**
 * Lists what a session must be like, because another's default (of a cluster, a database or a login) would change the
 * text of values or what a statement means. PgBouncer takes the first three of a client that connects, and refuses the
 * others.
 */
const OF_POOLED = { TimeZone: "UTC", DateStyle: "ISO, MDY", standard_conforming_strings: "on" };
export const SESSION: Readonly<Record<string, string>> = {
  ...OF_POOLED,
  IntervalStyle: "postgres",
  bytea_output: "hex",
  extra_float_digits: "1",
  array_nulls: "on",
  transform_null_equals: "off",
  quote_all_identifiers: "off",
  search_path: "public",
  default_transaction_isolation: "read committed",
  default_transaction_deferrable: "off",
  lock_timeout: "0",
};

export function sessionOf(isPooled: boolean): Readonly<Record<string, string>> {
  return isPooled ? OF_POOLED : SESSION;
}
