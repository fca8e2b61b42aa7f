import { ActionForm } from "#app/_ui/action-form.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { providers } from "#lib/eid/providers.ts";
import { noTestCheckReason } from "../connect/_lib/no-test-check.ts";
import { runFirstTestCheck } from "../connect/actions.ts";

/** Makes a test check in one press, with our own choices. */
export async function RunTestCheck() {
  const { id, role, suspendedAt } = (await currentMembership()).organization;
  return (
    <ActionForm
      action={runFirstTestCheck}
      organization={id}
      hidden={{ provider: providers().test.s ? "s" : "b" }}
      button="Run a test check"
      variant="primary"
      disabledReason={
        suspendedAt ? "No calls are accepted while the organization is suspended." : noTestCheckReason(role)
      }
    />
  );
}
