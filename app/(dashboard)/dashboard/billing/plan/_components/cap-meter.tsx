import { classes } from "#app/_ui/classes.ts";
import { Meter } from "#app/_ui/meter.tsx";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { monthName, shortDay } from "#app/(dashboard)/dashboard/billing/_lib/short-dates.ts";
import { SPEND_THRESHOLDS } from "#lib/billing/alerts.rules.ts";
import type { Alerts } from "#lib/billing/alerts.ts";
import type { UsageReport } from "#lib/billing/usage.ts";

export type CapUse = { usage: UsageReport; now: Date; spentNowMinor: number };

type Props = {
  usage: CapUse;
  spendCapMinor: number;
  reservedMinor: number;
  sent: Alerts["sent"];
  currency: string;
  stopsAtCap: boolean;
};

/** Shows how much of the cap is used and reserved, and which e-mails were sent. */
export async function CapMeter({ usage, spendCapMinor, currency, reservedMinor, stopsAtCap, sent }: Props) {
  const { money } = await readerFormats();
  const { spentNowMinor, now } = usage;
  const percent = spendCapMinor > 0 ? Math.floor((spentNowMinor / spendCapMinor) * 100) : 100;
  const [spent, cap] = [money(spentNowMinor, currency), money(spendCapMinor, currency)];
  return (
    <div className="grid content-start gap-1.5 *:min-w-0">
      <div className="flex flex-wrap items-center gap-2">
        <span>
          <b>{spent}</b> <span className="text-soft">spent in {monthName(usage.usage.period, now)}</span>
        </span>
        <span className="ms-auto text-soft">Cap {cap}</span>
      </div>
      <div className="relative pb-7">
        <Meter label="Spend cap used" percent={percent} text={`${spent} of ${cap}`} />
        <ol className="absolute inset-x-0 top-3 text-meta" aria-label="E-mails of this month">
          {SPEND_THRESHOLDS.map((threshold) => (
            <Mark key={threshold} percent={threshold} />
          ))}
        </ol>
      </div>
      {sent.length > 0 && <p className="text-meta text-soft">{sentText(sent, now)}</p>}
      {stopsAtCap && reservedMinor > 0 && (
        <p className="text-meta text-soft">{money(reservedMinor, currency)} more is reserved by checks under way.</p>
      )}
    </div>
  );
}

/** Names a share below its place on the bar, with a line between them. A phone has no room for the last but one. */
function Mark({ percent }: { percent: number }) {
  return (
    <li
      className={classes(
        "absolute whitespace-nowrap before:block before:h-1.5 before:w-px before:bg-edge before:forced-color-adjust-none",
        percent === 100 ? "-translate-x-full before:ms-auto" : "-translate-x-1/2 before:mx-auto",
        percent === 90 && "@max-phone/sheet:hidden",
      )}
      style={{ left: `${percent}%` }}
    >
      <b>{percent} %</b>
    </li>
  );
}

/** Says, for example, "E-mails sent: 50 % on 3 Nov and 75 % on 12 Nov." */
function sentText(sent: Props["sent"], now: Date): string {
  const each = sent
    .toSorted((a, b) => a.percent - b.percent)
    .map(({ percent, sentAt }) => `${percent} % on ${shortDay(sentAt, now)}`);
  return `E-mails sent: ${new Intl.ListFormat("en-GB").format(each)}.`;
}
