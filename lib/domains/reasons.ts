import type { Unauthorized } from "#lib/core/authorize.ts";

/** The reasons of this room's refusals. */
export type DomainReason =
  | Unauthorized
  | "too_many_domains"
  | "host_invalid"
  | "host_is_shared"
  | "host_is_reserved"
  | "domain_unknown"
  | "domain_verified_manually"
  | "domain_verified"
  | "subdomains_need_dns"
  | "name_differs";
