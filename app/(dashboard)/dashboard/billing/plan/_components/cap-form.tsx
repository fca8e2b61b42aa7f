import { RadioField } from "#app/_ui/radio-field.tsx";
import { SettingsSection } from "#app/_ui/section.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { MemberForm } from "#app/(dashboard)/_components/member-form.tsx";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { shortDay } from "#app/(dashboard)/dashboard/billing/_lib/short-dates.ts";
import { setSpendCapAction } from "#app/(dashboard)/dashboard/billing/actions.ts";
import { endOf } from "#lib/base/time.rules.ts";
import { SPEND_THRESHOLDS } from "#lib/billing/alerts.rules.ts";
import type { Alerts } from "#lib/billing/alerts.ts";
import { amountText } from "#lib/billing/money.rules.ts";
import { NEW_CAP_CHECKS, newCapOf } from "#lib/billing/spend.rules.ts";
import type { SubscriptionView } from "#lib/billing/subscription.ts";
import { CapMeter, type CapUse } from "./cap-meter.tsx";

type Props = {
  subscription: SubscriptionView;
  /** Covers this month; `null`: it could not be read. */
  usage: CapUse | null;
  reservedMinor: number;
  sent: Alerts["sent"];
};

const SHARES = new Intl.ListFormat("en-GB").format(SPEND_THRESHOLDS.map(String));

/** Shows how much of the cap is used, which e-mails were sent, its amount, and what happens when it is reached. */
export async function CapForm({ subscription, usage, reservedMinor, sent }: Props) {
  const formats = await readerFormats();
  const { currency, spendCapMinor, stopsAtCap } = subscription;
  const ends = usage && shortDay(endOf(usage.usage.period), usage.now);
  const forecast = usage?.usage.forecast;
  const amount = spendCapMinor === null ? "" : amountText(spendCapMinor, currency);
  return (
    <SettingsSection
      id="cap"
      heading="Spend cap"
      lead={`Checks only; the monthly fee and tax come on top. Everyone who can see billing gets an e-mail at ${SHARES} %, once a month each.`}
    >
      {spendCapMinor !== null && usage && (
        <CapMeter {...{ usage, spendCapMinor, currency, reservedMinor, stopsAtCap, sent }} />
      )}
      <MemberForm
        permission="change billing"
        action={setSpendCapAction}
        // Without a cap the choice shown is not the stored one; compared with that, it is saved with the cap.
        shown={{ cap: amount, atCap: stopsAtCap ? "stop" : "tell" }}
        button="Save cap"
      >
        <TextField
          id="cap-amount"
          name="cap"
          className="w-32"
          label={`Monthly cap in ${nameOf(currency)}`}
          hint={
            forecast
              ? `At this pace you need about ${formats.roundMoney(forecast.likelyMinor, currency)}. Leave empty for no cap.`
              : "Leave empty for no cap."
          }
          inputMode="decimal"
          autoComplete="off"
          defaultValue={amount}
        />
        <RadioField
          legend="At 100 %"
          name="atCap"
          defaultValue={stopsAtCap && spendCapMinor !== null ? "stop" : "tell"}
          choices={[
            {
              value: "stop",
              label: "Stop live checks",
              hint: (
                <>
                  until {ends ?? "the next month"} or a higher cap. Visitors read that your shop cannot check their age
                  right now; calls get 403 <code>spend_cap_reached</code>. Test keys still work.
                </>
              ),
            },
            { value: "tell", label: "Only send the e-mail" },
          ]}
        />
        {stopsAtCap && spendCapMinor !== null && spendCapMinor === newCapOf(subscription) && (
          <p className="text-meta text-soft">
            Every plan begins with this cap: what {formats.count(NEW_CAP_CHECKS)} checks cost, so that nobody can run up
            your bill with your public key. Choose one of your own, or none.
          </p>
        )}
        {stopsAtCap && (
          <p className="text-meta text-soft">
            A check with {eidName("s")} reserves its price when the visitor goes there, and gives it back if it is not
            confirmed. Checks that begin without a secret of the key reserve at most half of what the cap has left.
          </p>
        )}
      </MemberForm>
    </SettingsSection>
  );
}

/** Names a currency, such as "euros". */
function nameOf(currency: string): string {
  const parts = new Intl.NumberFormat("en-GB", { style: "currency", currency, currencyDisplay: "name" }).formatToParts(
    2,
  );
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}
