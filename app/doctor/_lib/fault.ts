import { faultOf, log } from "#lib/observe/log.ts";

export function logFault(fault: unknown): void {
  log.error({ event: "shop_doctor_failed", ...faultOf(fault) });
}
