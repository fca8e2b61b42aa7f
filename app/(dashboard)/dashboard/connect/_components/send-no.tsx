import { ActionForm } from "#app/_ui/action-form.tsx";
import { type ConnectOptions, hiddenOf } from "../_lib/options.ts";
import { isPackaged } from "../_snippets/snippets.ts";
import { sendNoAction } from "../actions.ts";
import { ConnectPart } from "./connect-part.tsx";

type Props = { organization: string; options: ConnectOptions; disabledReason: string | null };

/** Proves that the shop keeps out whom it should. */
export function SendNo({ organization, options, disabledReason }: Props) {
  return (
    <ConnectPart number={3} id="no" heading="Test a refusal">
      <p className="text-soft">
        We send a 17-year-old to your return page and show whether your backend asked, and what it heard
        {isPackaged(options.platform) && (
          <>
            ; our gate ignores visitors it did not send, so use the <a href="/dashboard/gate-test">gate test</a> for it
          </>
        )}
        .
      </p>
      <ActionForm
        action={sendNoAction}
        organization={organization}
        hidden={hiddenOf(options)}
        button="Send a 17-year-old"
        disabledReason={disabledReason}
      />
    </ConnectPart>
  );
}
