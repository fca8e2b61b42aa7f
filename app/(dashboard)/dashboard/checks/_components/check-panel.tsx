import { Disclosure } from "#app/_ui/disclosure.tsx";
import { WithCode } from "#app/_ui/with-code.tsx";
import { eidName, visitorsEidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { explanationOf } from "#lib/activity/explanation.rules.ts";
import type { Referenced } from "#lib/activity/referenced.ts";
import { CHECKS, checksHref } from "../_lib/addresses.ts";
import { resultOfRow } from "../_lib/check-words.ts";
import { billWords, outcomeWords, visitorPages } from "../_lib/panel-words.ts";
import { CheckSteps } from "./check-steps.tsx";
import { CodeLine } from "./explained.tsx";
import { Panel, type PanelLinks } from "./panel.tsx";
import { PanelFacts } from "./panel-facts.tsx";

type Props = {
  found: Extract<Referenced, { kind: "check" }>;
  links: PanelLinks;
  timeZone: string;
  now: Date;
};

/** Shows how a check ended, its steps on a time line, its facts, and what the visitor saw. */
export function CheckPanel({ found, links, timeZone, now }: Props) {
  const { row } = found;
  const { word, dot } = resultOfRow(row);
  const { at, mode, reference, provider, minimumAge, host } = row;
  const eid = provider === null ? "the eID" : eidName(provider, mode);
  const shop = host ?? "the shop";
  const pages = visitorPages(row, provider === null ? "the eID" : visitorsEidName(provider, mode), shop);
  const { reason } = explanationOf({ kind: "step", code: row.result, host: null });
  return (
    <Panel title={word} dot={dot} {...{ mode, reference, at, links, timeZone, now }}>
      <p className="text-soft">
        <WithCode>{outcomeWords(row, found.steps, eid)}</WithCode>
      </p>
      <CheckSteps found={found} eid={eid} timeZone={timeZone} />
      <PanelFacts
        event={row}
        facts={[
          ["eID", eid],
          ["Asked for", minimumAge === null ? "–" : `${minimumAge} or over`],
          ["Return page", host === null ? "–" : <a href={checksHref({ mode, host }, CHECKS)}>{host}</a>],
          ["Bill", billWords(row)],
        ]}
      />
      <Disclosure summary="What the visitor saw">
        <p className="text-soft">{pages}</p>
      </Disclosure>
      {reason && <CodeLine code={row.result} reason={reason} />}
    </Panel>
  );
}
