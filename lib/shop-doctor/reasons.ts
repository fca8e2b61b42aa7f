import type { Unauthorized } from "#lib/core/authorize.ts";

/** The reasons of this room's refusals to members. */
export type ShopDoctorReason =
  | Unauthorized
  | "shop_page_invalid"
  | "start_invalid"
  | "shop_not_yours"
  | "shop_on_own_machine"
  | "shop_port_refused"
  | "doctor_key_missing"
  | "run_unknown"
  | "run_expired"
  | "too_many_runs";

/** Why a requested run could not examine its shop, as its row says. */
export type Obstacle =
  | "shop_not_yours"
  | "doctor_key_missing"
  | "run_expired"
  | "host_not_found"
  | "address_not_public"
  | "no_answer"
  | "page_too_heavy"
  | "fault";
