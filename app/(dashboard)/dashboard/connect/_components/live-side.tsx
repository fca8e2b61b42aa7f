import { ActionForm } from "#app/_ui/action-form.tsx";
import { ModeBadge } from "#app/_ui/badge.tsx";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Disclosure } from "#app/_ui/disclosure.tsx";
import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";
import { runTestCheck } from "../actions.ts";
import { LiveSteps } from "./live-steps.tsx";
import { PhoneCode } from "./phone-code.tsx";

type Props = Parameters<typeof LiveSteps>[0] & {
  mode: Mode;
  provider: ProviderId;
  /** The link of the test check that was just made. */
  link: string | null;
  disabledReason: string | null;
};

/** What stays in sight: a test check in one press, and what happens with the key. */
export function LiveSide({ mode, provider, link, disabledReason, ...live }: Props) {
  const { organization, pluginKey } = live;
  return (
    <aside className="pane" aria-labelledby="listening">
      <div className="row">
        <span className="pulse" aria-hidden="true" />
        <h2 id="listening">Listening</h2>
        <span className="push">
          <ModeBadge mode={mode} />
        </span>
      </div>
      <p className="meta">Every call with {`${pluginKey.slice(0, 11)}…${pluginKey.slice(-2)}`} appears here at once.</p>
      {link && (
        <div className="stack">
          <a className="btn first" href={link} target="_blank" rel="noopener">
            Open the test check
          </a>
          <Disclosure summary="Try it on your phone">
            <div className="stack">
              <PhoneCode url={link} />
              <p className="meta">The link works once, for ten minutes.</p>
            </div>
          </Disclosure>
        </div>
      )}
      {mode === "test" ? (
        <ActionForm
          action={runTestCheck}
          organization={organization}
          hidden={{ provider }}
          button={link ? "Run another" : "Run a test check"}
          variant={link ? "outline" : "primary"}
          disabledReason={disabledReason}
        />
      ) : (
        <ButtonLink href="/dashboard/connect?mode=test">Run a test check</ButtonLink>
      )}
      <LiveSteps key={`${pluginKey} ${live.sent?.name}`} {...live} />
    </aside>
  );
}
