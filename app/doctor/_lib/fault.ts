import { faultOf, log } from "#lib/observe/log.ts";

export function logFault(fault: unknown): void {
  log.error({ event: "gate_test_failed", ...faultOf(fault) });
}
