import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { explanationOf } from "#lib/activity/explanation.rules.ts";
import type { LoneEvent } from "#lib/activity/referenced.ts";
import { CodeLine, Explained } from "./explained.tsx";
import { Panel, type PanelLinks } from "./panel.tsx";
import { PanelFacts } from "./panel-facts.tsx";

type Props = { event: LoneEvent; links: PanelLinks; domains: readonly string[]; timeZone: string; now: Date };

/** Shows a call that was refused, or a question about a token: the reason, what it means, and what mends it. */
export function EventPanel({ event, links, domains, timeZone, now }: Props) {
  const { kind, code, ok, at, mode, reference, provider, minimumAge, host } = event;
  const explained = explanationOf(event);
  const dot = ok ? "yes" : explained.severity === "mend" ? "bad" : "open";
  return (
    <Panel title={explained.title} dot={dot} {...{ mode, reference, at, links, timeZone, now }}>
      <Explained {...{ explained, code, domains }} hosts={host === null ? [] : [host]} isFirst />
      <PanelFacts
        event={event}
        facts={[
          ["Call", kind === "check" ? "A token check from your backend" : "A check that your shop started"],
          ["Return page", host],
          ["Asked for", minimumAge && `${minimumAge} or over`],
          ["eID", provider && eidName(provider, mode)],
        ]}
      />
      {!ok && <CodeLine code={code} reason={explained.reason} />}
    </Panel>
  );
}
