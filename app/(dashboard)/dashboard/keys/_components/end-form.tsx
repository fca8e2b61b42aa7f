import { ActionForm } from "#app/_ui/action-form.tsx";
import { count } from "#lib/billing/money.rules.ts";
import { endOldKey } from "../actions.ts";
import type { Access } from "./access.ts";

/** Ends the old key of a rotation before its time. `here`: the key whose page comes next. */
export function EndForm({ here, old, calls, access }: { here: string; old: string; calls: number; access: Access }) {
  return (
    <ActionForm
      action={endOldKey}
      {...access}
      hidden={{ key: old, here }}
      variant="destructive"
      button="End the old key"
    >
      <p>
        {calls > 0
          ? `${count(calls)} ${calls === 1 ? "call" : "calls"} in the last hour used it. They are refused from then on.`
          : "No call used it in the last hour."}{" "}
        The new key goes on. This cannot be undone.
      </p>
    </ActionForm>
  );
}
