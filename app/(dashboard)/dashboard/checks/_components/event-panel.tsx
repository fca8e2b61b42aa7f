import { ButtonLink } from "#app/_ui/button.tsx";
import { WithCode } from "#app/_ui/with-code.tsx";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { explanationOf } from "#lib/activity/explanation.rules.ts";
import type { LoneEvent } from "#lib/activity/referenced.ts";
import { remedyOf } from "../_lib/remedy.ts";
import { PanelFacts } from "./panel-facts.tsx";
import { PanelHead, type PanelLinks } from "./panel-head.tsx";

type Panel = { event: LoneEvent; links: PanelLinks; domains: readonly string[]; timeZone: string; now: Date };

/** A call that was refused, or a question about a token: the reason, what it means, and what mends it. */
export function EventPanel({ event, links, domains, timeZone, now }: Panel) {
  const { kind, code, ok, at, mode, reference, provider, minimumAge, host } = event;
  const explained = explanationOf(event);
  const { title, words, fix, reason, severity } = explained;
  const remedy = ok ? null : remedyOf(explained, code, host === null ? [] : [host], domains);
  const dot = ok ? "dot yes" : severity === "mend" ? "dot bad" : "dot";
  return (
    <aside className="panel" aria-labelledby="panel-title">
      <PanelHead title={title} dot={dot} {...{ mode, reference, at, links, timeZone, now }} />
      <p>
        <WithCode>{`${words}.`}</WithCode>
      </p>
      {fix && (
        <p className="soft">
          <WithCode>{fix}</WithCode>
        </p>
      )}
      {remedy && (
        <div className="row">
          <ButtonLink variant="primary" size="sm" href={remedy.link}>
            {remedy.action}
          </ButtonLink>
        </div>
      )}
      <PanelFacts
        event={event}
        facts={[
          ["Call", kind === "check" ? "A token check from your backend" : "A check that your shop started"],
          ["Return page", host],
          ["Asked for", minimumAge && `${minimumAge} or over`],
          ["eID", provider && eidName(provider, mode)],
        ]}
      />
      {!ok && (
        <p className="meta">
          Code <code>{code}</code>
          {reason && (
            <>
              {" · "}
              <a href={reason}>What this means</a>
            </>
          )}
        </p>
      )}
    </aside>
  );
}
