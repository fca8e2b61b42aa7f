import { Chevron } from "#app/_ui/disclosure.tsx";
import { formatWhen } from "#app/_ui/format-date.ts";
import { Dot } from "#app/_ui/result.tsx";
import { SparkBars } from "#app/_ui/sparkline.tsx";
import { Cell, Row, Table } from "#app/_ui/table.tsx";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { explanationOf } from "#lib/activity/explanation.rules.ts";
import type { RefusedGroup } from "#lib/activity/refused.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { CHECKS, checksHref } from "../_lib/addresses.ts";
import { CodeLine, Explained } from "./explained.tsx";
import { Reference } from "./reference.tsx";

type Reason = {
  group: RefusedGroup;
  isOpen: boolean;
  /** Its button is the one of the page. */
  isFirst: boolean;
  /** The most refused calls that any reason has on one day. */
  top: number;
  domains: readonly string[];
  timeZone: string;
  mode: Mode;
  now: Date;
};

const LATEST = 5;

const COLUMNS =
  "grid grid-cols-[minmax(0,18rem)_minmax(0,1fr)_8rem_4rem_7.5rem] items-center gap-x-4 px-4 @max-mid/sheet:grid-cols-[minmax(0,18rem)_minmax(0,1fr)_4rem_7.5rem]";

/** Heads the columns of the reasons. `days`: the first and the last that their bars have. */
export function RefusedReasonHead({ days }: { days: string }) {
  return (
    <div
      className={`${COLUMNS} min-h-10 border-b border-line text-meta text-soft @max-phone/sheet:hidden`}
      aria-hidden="true"
    >
      <span>Reason</span>
      <span />
      <span className="@max-mid/sheet:hidden">{days}</span>
      <span className="text-end">Calls</span>
      <span className="text-end">Latest</span>
    </div>
  );
}

/** Explains one reason: how often, for what, since when, what it means and the button that mends it. */
export async function RefusedReason({ group, isOpen, isFirst, top, domains, timeZone, mode, now }: Reason) {
  const { count } = await readerFormats();
  const { kind, code, severity, events, days, latest } = group;
  const [newest] = latest;
  const hosts = [...new Set(latest.flatMap(({ host }) => host ?? []))];
  const keys = [...new Set(latest.flatMap(({ key, keyLabel }) => keyLabel || key || []))];
  const explained = explanationOf({ kind, code, host: newest?.host ?? null, key: newest?.key ?? null });
  return (
    <details className="border-b border-line last:border-0" id={code} open={isOpen}>
      <summary
        className={`${COLUMNS} min-h-12 list-none hover:bg-hover @max-phone/sheet:grid-cols-[minmax(0,1fr)_auto] @max-phone/sheet:py-2`}
      >
        <span className="flex items-center gap-2 whitespace-nowrap @max-phone/sheet:whitespace-normal">
          <Chevron />
          <Dot state={severity === "mend" ? "bad" : "open"} />
          <b>{explained.title}</b>
        </span>
        <span className="min-w-0 truncate text-meta text-soft @max-phone/sheet:hidden">
          {aboutOf(code, mode, hosts, keys)}
        </span>
        <SparkBars values={days} top={top} className="@max-mid/sheet:hidden" />
        <b className="text-end tabular-nums">{count(events)}</b>
        {/* On a phone under the name: chevron, mark and their gaps come before it. */}
        <span className="text-end text-meta text-soft @max-phone/sheet:col-span-full @max-phone/sheet:ps-[2.15rem] @max-phone/sheet:text-start">
          {newest ? formatWhen(newest.at, timeZone, now) : ""}
        </span>
      </summary>
      <div className="grid gap-x-8 gap-y-4 px-4 pt-1 pb-5 *:min-w-0 *:self-start @phone/sheet:ps-9 @mid/sheet:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
        <div className="grid content-start gap-1.5">
          <Explained {...{ explained, code, hosts, domains, isFirst }} />
          <CodeLine code={code} reason={explained.reason} />
        </div>
        {latest.length > 0 && (
          <Table
            caption="Latest calls"
            head={[
              "Time",
              kind === "call" ? "Return page" : "Check for",
              ...(keys.length > 1 ? [{ name: "Key", minor: true }] : []),
              "Reference",
            ]}
            stack
          >
            {latest.slice(0, LATEST).map(({ at, host, key, keyLabel, reference }, n) => (
              <Row key={n}>
                <Cell nowrap soft className="@max-phone/sheet:order-3">
                  <time>{formatWhen(at, timeZone, now)}</time>
                </Cell>
                <Cell className="w-[60%] max-w-0 @max-phone/sheet:order-1 @max-phone/sheet:w-auto @max-phone/sheet:max-w-none @max-phone/sheet:min-w-0">
                  <span className="block truncate">{host ?? "–"}</span>
                </Cell>
                {keys.length > 1 && (
                  <Cell minor className="w-[28%] max-w-0">
                    <span className="block truncate">{keyLabel || key || "–"}</span>
                  </Cell>
                )}
                <Cell end className="@max-phone/sheet:order-2">
                  {reference && (
                    <a href={checksHref({ mode }, `${CHECKS}/${reference}`)}>
                      <Reference>{reference}</Reference>
                    </a>
                  )}
                </Cell>
              </Row>
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
