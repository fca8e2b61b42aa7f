import { BarChart } from "#app/_ui/bar-chart.tsx";
import { Bars } from "#app/_ui/bars.tsx";
import { Disclosure } from "#app/_ui/disclosure.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { SettingsSection } from "#app/_ui/section.tsx";
import { readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { modeOfKey } from "#lib/core/provider.rules.ts";
import { CHECKS, checksHref } from "../../checks/_lib/addresses.ts";
import { type Key, type KeyUse, lastUsedText } from "./key-state.tsx";

/** `use`: `null`, if it could not be loaded. */
type Props = { row: Key; use: KeyUse | null; hosts: readonly { host: string; calls: number }[] };

/** Shows how a key was used in the last 24 hours: by hour, by host, and what was refused. */
export async function UseSection({ row, use, hosts }: Props) {
  if (use === null)
    return (
      <SettingsSection id="use" heading="Use">
        <LoadError what="The use of this key" here={`/dashboard/keys/${row.key}`} />
      </SettingsSection>
    );
  const { count } = await readerFormats();
  const dates = await readerDates();
  const last = lastUsedText(use, row, dates);
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
        <p className="text-soft">
          No calls in the last 24 hours.{" "}
          {use.lastUsedAt !== null && <a href={checksHref(filter)}>Show earlier checks</a>}
        </p>
      ) : (
        <>
          <div className="grid content-start gap-4 *:min-w-0">
            <BarChart
              heading={`${use.isBound ? "At least " : ""}${count(calls)} ${calls === 1 ? "call" : "calls"} in 24 hours`}
              of="Hour"
              format={count}
              steps={2}
              height="8rem"
              series={[{ name: "Calls", fill: "yes" }]}
              bars={use.callsByClock.map(({ from, calls: own }, n) => ({
                label: dates.time(from),
                mark: n === use.callsByClock.length - 1 ? "now" : undefined,
                values: [own],
              }))}
            />
            {use.isBound && (
              <p className="text-meta text-soft">
                Only the newest calls are counted, so early hours may show too few, or none.
              </p>
            )}
          </div>
          {use.refusedInDay > 0 && (
            <p>
              <b>
                {use.isBound && "At least "}
                {count(use.refusedInDay)} refused.
              </b>{" "}
              <a href={checksHref(filter, `${CHECKS}/refused`)}>See why</a>
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
