/** As a cluster, a database or a login may have them: none is what PostgreSQL has by itself. */
export const ODD = {
  TimeZone: "Asia/Kathmandu",
  DateStyle: "SQL, DMY",
  IntervalStyle: "iso_8601",
  bytea_output: "escape",
  extra_float_digits: "-10",
  standard_conforming_strings: "off",
  array_nulls: "off",
  transform_null_equals: "on",
  quote_all_identifiers: "on",
  search_path: "pg_catalog",
  default_transaction_isolation: "serializable",
  default_transaction_deferrable: "on",
  lock_timeout: "1ms",
};
