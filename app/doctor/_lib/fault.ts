import { faultOf, log } from "#lib/core/log.ts";

export function logFault(fault: unknown): void {
  log.error({ event: "shop_doctor_failed", ...faultOf(fault) });
}
