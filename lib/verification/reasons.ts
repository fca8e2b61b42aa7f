import type { Unauthorized } from "#lib/core/authorize.ts";

/** Why no test check begins. */
export type TestCheckReason =
  | Unauthorized
  | "test_key_missing"
  | "test_check_refused"
  | "return_page_invalid"
  | "return_page_not_yours";
