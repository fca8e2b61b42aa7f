import type { Unauthorized } from "#lib/core/authorize.ts";

/** The reasons of this room's refusals. */
export type RetentionReason =
  | Unauthorized
  | "name_differs"
  | "subscription_active"
  | "email_invalid"
  | "user_unknown"
  | "sole_owner"
  | "owner_login_missing"
  | "keys_missing"
  | "servers_connected"
  | "tables_in_use";
