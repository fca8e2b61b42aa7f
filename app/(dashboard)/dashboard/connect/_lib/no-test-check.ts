import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import type { Role } from "#lib/core/permission.rules.ts";
import { providers } from "#lib/eid/providers.ts";

/** Says why this member can start no test check; `null`: they can. */
export function noTestCheckReason(role: Role): string | null {
  const { test } = providers();
  if (!test.s && !test.b) return "This service has no eID for tests. Ask its operator.";
  return disabledReasonFor(role, "run a test check");
}
