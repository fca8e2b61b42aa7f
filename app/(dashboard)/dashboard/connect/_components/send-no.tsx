import { ActionForm } from "#app/_ui/action-form.tsx";
import { type ConnectOptions, hiddenOf } from "../_lib/options.ts";
import { isPackaged } from "../_snippets/snippets.ts";
import { sendNoAction } from "../actions.ts";

type Props = { organization: string; options: ConnectOptions; disabledReason: string | null };

/** Proves that the shop keeps out whom it should. */
export function SendNo({ organization, options, disabledReason }: Props) {
  return (
    <section aria-labelledby="no" className="stack">
      <h2 id="no" className="num1">
        Prove that a no is a no
      </h2>
      <p className="soft">
        Brings a visitor of 17 back to your return page, and shows whether your backend asked about them and what it was
        told.
      </p>
      {isPackaged(options.platform) && (
        <p className="soft">
          Our package asks only about browsers that it has sent to a check, and an earlier yes keeps the page open. To
          test it, let <a href="/dashboard/doctor">the gate test</a> visit: it brings its own browsers.
        </p>
      )}
      <ActionForm
        action={sendNoAction}
        organization={organization}
        hidden={hiddenOf(options)}
        button="Send a 17-year-old"
        disabledReason={disabledReason}
      />
    </section>
  );
}
