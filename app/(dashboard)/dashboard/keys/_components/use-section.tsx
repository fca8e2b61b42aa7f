import Link from "next/link";
import { BarChart } from "#app/_ui/bar-chart.tsx";
import { Bars } from "#app/_ui/bars.tsx";
import { Disclosure } from "#app/_ui/disclosure.tsx";
import { formatTime } from "#app/_ui/format-date.ts";
import { LoadError } from "#app/_ui/load-error.tsx";
import { SettingsSection } from "#app/_ui/section.tsx";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { modeOfKey } from "#lib/core/provider.rules.ts";
import { CHECKS, checksHref } from "../../checks/_lib/addresses.ts";
import { lastUsedText } from "./key-state.tsx";

type Use = {
  lastUsedAt: Date | null;
  lastHost: string | null;
  callsInDay: number;
  refusedInDay: number;
  callsByClock: { from: Date; calls: number }[];
  isBound: boolean;
};

type Props = {
  row: { key: string; createdAt: Date };
  /** `null`: it could not be loaded. */
  use: Use | null;
  hosts: readonly { host: string; calls: number }[];
  timeZone: string;
  now: Date;
};

/** Shows how a key was used in the last 24 hours: by hour, by host, and what was refused. */
export async function UseSection({ row, use, hosts, timeZone, now }: Props) {
  if (use === null)
    return (
      <SettingsSection id="use" heading="Use">
        <LoadError what="The use of this key" here={`/dashboard/keys/${row.key}`} />
      </SettingsSection>
    );
  const { count } = await readerFormats();
  const last = lastUsedText(use, row, timeZone, now);
  const calls = use.callsInDay;
  const filter = { mode: modeOfKey(row.key), key: row.key };
  const sum = hosts.reduce((all, one) => all + one.calls, 0);
  return (
    <SettingsSection
      id="use"
      heading="Use"
      lead={use.lastUsedAt ? `Last used ${last.charAt(0).toLowerCase()}${last.slice(1)}.` : `${last}.`}
    >
      {calls === 0 ? (
        <p className="soft">
          No calls in the last 24 hours.{" "}
          {use.lastUsedAt !== null && <Link href={checksHref(filter)}>Show earlier checks</Link>}
        </p>
      ) : (
        <>
          <div className="stack">
            <BarChart
              heading={`${use.isBound ? "At least " : ""}${count(calls)} ${calls === 1 ? "call" : "calls"} in 24 hours`}
              of="Hour"
              format={count}
              steps={2}
              height="8rem"
              series={[{ name: "Calls", fill: "yes" }]}
              bars={use.callsByClock.map(({ from, calls: own }, n) => ({
                label: formatTime(from, timeZone),
                mark: n === use.callsByClock.length - 1 ? "now" : undefined,
                values: [own],
              }))}
            />
            {use.isBound && (
              <p className="meta">Only the newest calls are counted, so early hours may show too few, or none.</p>
            )}
          </div>
          {use.refusedInDay > 0 && (
            <p>
              <b>
                {use.isBound && "At least "}
                {count(use.refusedInDay)} refused.
              </b>{" "}
              <Link href={checksHref(filter, `${CHECKS}/refused`)} prefetch={false}>
                See why
              </Link>
            </p>
          )}
          {hosts.length > 0 && (
            <Disclosure summary="By host" isOpen={hosts.length > 1}>
              <Bars
                items={hosts.map(({ host, calls: own }) => ({
                  label: host,
                  href: checksHref({ ...filter, host }),
                  percent: (own / sum) * 100,
                  value: count(own),
                  note: `${Math.round((own / sum) * 100)} %`,
                }))}
              />
            </Disclosure>
          )}
        </>
      )}
    </SettingsSection>
  );
}
