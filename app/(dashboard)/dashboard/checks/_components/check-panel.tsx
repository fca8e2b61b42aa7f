import Link from "next/link";
import { Disclosure } from "#app/_ui/disclosure.tsx";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import type { Referenced } from "#lib/activity/referenced.ts";
import { CHECKS, checksHref } from "../_lib/addresses.ts";
import { resultOfRow } from "../_lib/check-words.ts";
import { billWords, outcomeWords, visitorPages } from "../_lib/panel-words.ts";
import { CheckSteps } from "./check-steps.tsx";
import { PanelHead, type PanelLinks } from "./panel-head.tsx";
import { WithCode } from "./with-code.tsx";

type Panel = {
  found: Extract<Referenced, { kind: "check" }>;
  links: PanelLinks;
  timeZone: string;
  now: Date;
};

/** How a check ended, its steps on a time line, its facts, and what the visitor saw. */
export function CheckPanel({ found, links, timeZone, now }: Panel) {
  const { row } = found;
  const { word, dot } = resultOfRow(row);
  const { at, mode, reference, provider, minimumAge, host, key, keyLabel } = row;
  const eid = provider === null ? "the eID" : eidName(provider, mode);
  const shop = host ?? "the shop";
  const pages = visitorPages(row, eid, shop);
  return (
    <aside className="panel" aria-labelledby="panel-title">
      <PanelHead title={word} dot={dot} {...{ mode, reference, at, links, timeZone, now }} />
      <p className="soft">
        <WithCode>{outcomeWords(row, eid)}</WithCode>
      </p>
      <CheckSteps found={found} eid={eid} timeZone={timeZone} />
      <dl className="facts meta">
        <dt>Key</dt>
        <dd>
          {key ? (
            <Link prefetch={false} href={`/dashboard/keys/${key}`}>
              {keyLabel || key}
            </Link>
          ) : (
            "Deleted key"
          )}
        </dd>
        <dt>eID</dt>
        <dd>{eid}</dd>
        <dt>Asked for</dt>
        <dd>{minimumAge === null ? "–" : `${minimumAge} or over`}</dd>
        <dt>Return page</dt>
        <dd>
          {host === null ? (
            "–"
          ) : (
            <Link prefetch={false} href={checksHref({ mode, host }, CHECKS)}>
              {host}
            </Link>
          )}
        </dd>
        <dt>Bill</dt>
        <dd>{billWords(row)}</dd>
      </dl>
      <Disclosure summary="What the visitor saw">
        <p className="soft">{pages}</p>
      </Disclosure>
    </aside>
  );
}
