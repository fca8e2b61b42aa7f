import type { Unauthorized } from "#lib/core/authorize.ts";

/** The reasons of this room's refusals: organizations, members, settings and branding. */
export type OrganizationReason =
  | Unauthorized
  | "name_invalid"
  | "name_differs"
  | "too_many_organizations"
  | "email_invalid"
  | "last_owner"
  | "member_unknown"
  | "already_member"
  | "invitation_unknown"
  | "other_address"
  | "too_many_invitations"
  | "time_zone_invalid"
  | "legal_address_invalid"
  | "vat_number_invalid"
  | "accent_invalid"
  | "accent_too_light"
  | "logo_too_heavy"
  | "logo_unknown"
  | "logo_too_large";
