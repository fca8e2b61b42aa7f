import type { Unauthorized } from "#lib/core/authorize.ts";

/** The reasons of this room's refusals. */
export type KeyReason =
  | Unauthorized
  | "key_unknown"
  | "key_ended"
  | "key_stays_open"
  | "too_many_keys"
  | "too_many_secrets"
  | "secret_unknown"
  | "last_secret"
  | "secret_missing"
  | "label_invalid"
  | "limit_invalid"
  | "address_limit_invalid"
  | "brake_invalid"
  | "fallback_invalid"
  | "fallback_not_verified"
  | "limit_above_plan"
  | "name_differs";
