import { ActionForm } from "#app/_ui/action-form.tsx";
import { type ConnectOptions, hiddenOf } from "../_lib/options.ts";
import { PLATFORMS } from "../_snippets/snippets.ts";
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
        A visitor of 17 comes back to your return page from the eID. We show whether your backend asked about them, and
        what it heard.
      </p>
      {PLATFORMS.some(({ platform, hasPackage }) => platform === options.platform && hasPackage) && (
        <p className="soft">
          A page behind our package asks only about a browser for which it has started a check, and an earlier yes keeps
          it open. <a href="/dashboard/doctor">The doctor</a> comes with visitors of its own.
        </p>
      )}
      <ActionForm
        action={sendNoAction}
        organization={organization}
        hidden={hiddenOf(options)}
        button="Send me a no"
        disabledReason={disabledReason}
      />
    </section>
  );
}
