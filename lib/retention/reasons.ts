import type { Unauthorized } from "#lib/core/change.ts";

/** Why somebody or something is not deleted. */
export type RetentionReason =
  | Unauthorized
  | "name_differs"
  | "subscription_active"
  | "email_invalid"
  | "user_unknown"
  | "sole_owner"
  | "owner_login_missing";
