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
    <div className="stack tight">
      <div className="row">
        <span>
          <b>{spent}</b> <span className="soft">spent in {monthName(usage.usage.period, now)}</span>
        </span>
        <span className="push soft">Cap {cap}</span>
      </div>
      <div className="capbar">
        <Meter label="Spend cap used" percent={percent} text={`${spent} of ${cap}`} />
        <ol className="marks meta" aria-label="E-mails of this month">
          {SPEND_THRESHOLDS.map((threshold) => (
            <li
              key={threshold}
              className={classes(threshold === 100 && "last", threshold === 90 && "not-s")}
              style={{ left: `${threshold}%` }}
            >
              <b>{threshold} %</b>
            </li>
          ))}
        </ol>
      </div>
      {sent.length > 0 && <p className="meta">{sentText(sent, now)}</p>}
      {stopsAtCap && reservedMinor > 0 && (
        <p className="meta">{money(reservedMinor, currency)} more is reserved by checks under way.</p>
      )}
    </div>
  );
}

/** Says, for example, "E-mails sent: 50 % on 3 Nov and 75 % on 12 Nov." */
function sentText(sent: Props["sent"], now: Date): string {
  const each = sent
    .toSorted((a, b) => a.percent - b.percent)
    .map(({ percent, sentAt }) => `${percent} % on ${shortDay(sentAt, now)}`);
  return `E-mails sent: ${new Intl.ListFormat("en-GB").format(each)}.`;
}
