import Link from "next/link";
import { formatClock, formatWhen } from "#app/_ui/format-date.ts";
import { Sparkline } from "#app/_ui/sparkline.tsx";
import { Table } from "#app/_ui/table.tsx";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { explanationOf } from "#lib/activity/explanation.rules.ts";
import type { RefusedGroup } from "#lib/activity/refused.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { spelled } from "#lib/crypto/reference.rules.ts";
import { CHECKS, checksHref } from "../_lib/addresses.ts";
import { CodeLine, Explained } from "./explained.tsx";

type Reason = {
  group: RefusedGroup;
  isOpen: boolean;
  /** Its button is the one of the page. */
  isFirst: boolean;
  domains: readonly string[];
  timeZone: string;
  mode: Mode;
  now: Date;
};

const LATEST = 5;
/** Where there is one key only, the summary names it. */
const KEY = { name: "Key", className: "minor" };

/** Explains one reason: how often, for what, since when, what it means and the button that mends it. */
export async function RefusedReason({ group, isOpen, isFirst, domains, timeZone, mode, now }: Reason) {
  const { count } = await readerFormats();
  const { kind, code, severity, events, days, latest } = group;
  const [newest] = latest;
  const hosts = [...new Set(latest.flatMap(({ host }) => host ?? []))];
  const keys = [...new Set(latest.flatMap(({ key, keyLabel }) => keyLabel || key || []))];
  const explained = explanationOf({ kind, code, host: newest?.host ?? null, key: newest?.key ?? null });
  return (
    <details className="grp" id={code} open={isOpen}>
      <summary>
        <span className="res">
          <i className={severity === "mend" ? "dot bad" : "dot"} />
          <b>{explained.title}</b>
        </span>
        <span className="meta hosts cut">{aboutOf(code, mode, hosts, keys)}</span>
        <Sparkline values={days} />
        <span className="n">
          <b>{count(events)}</b>
        </span>
        <span className="meta last">{newest ? formatWhen(newest.at, timeZone, now) : ""}</span>
      </summary>
      <div className="grpbody">
        <div className="stack tight">
          <Explained {...{ explained, code, hosts, domains, isFirst }} />
          <CodeLine code={code} reason={explained.reason} />
        </div>
        {latest.length > 0 && (
          <Table
            caption="Latest calls"
            head={[
              "Time",
              kind === "call" ? "Return page" : "Check for",
              ...(keys.length > 1 ? [KEY] : []),
              "Reference",
            ]}
            stack
          >
            {latest.slice(0, LATEST).map(({ at, host, key, keyLabel, reference }, n) => (
              <tr key={n}>
                <td className="nw meta-s w2" title={formatWhen(at, timeZone, now)}>
                  <time>{formatClock(at, timeZone)}</time>
                </td>
                <td className="w1">
                  <span className="cut">{host ?? "–"}</span>
                </td>
                {keys.length > 1 && (
                  <td className="minor key-name">
                    <span className="cut">{keyLabel || key || "–"}</span>
                  </td>
                )}
                <td className="ref w3 end">
                  {reference && (
                    <Link prefetch={false} href={checksHref({ mode }, `${CHECKS}/${reference}`)}>
                      {spelled(reference)}
                    </Link>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </div>
    </details>
  );
}

/** Says what the reason is about: a host where the domain is the matter, and otherwise the key. */
function aboutOf(code: string, mode: Mode, hosts: readonly string[], keys: readonly string[]): string {
  const isAboutHosts = code.startsWith("domain_") && hosts.length > 0;
  const [first, ...others] = isAboutHosts ? hosts : keys;
  if (first === undefined) return "";
  if (others.length > 0) return `${others.length + 1} ${isAboutHosts ? "hosts" : "keys"}`;
  return isAboutHosts ? first : `${mode === "live" ? "Live" : "Test"} key ${first}`;
}
