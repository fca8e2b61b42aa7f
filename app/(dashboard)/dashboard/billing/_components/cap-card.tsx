import { ActionForm } from "#app/_ui/action-form.tsx";
import { Section } from "#app/_ui/section.tsx";
import { Options, SelectField } from "#app/_ui/select-field.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { SPEND_THRESHOLDS } from "#lib/billing/alerts.rules.ts";
import { amountText, money } from "#lib/billing/money.rules.ts";
import type { SubscriptionView } from "#lib/billing/subscription.ts";
import { setSpendCapAction } from "../actions.ts";

const CHOICES = [
  ["tell", "Tell us, and go on"],
  ["stop", "Stop live checks until the month ends"],
] as const;

const SHARES = new Intl.ListFormat("en-GB").format(SPEND_THRESHOLDS.map(String));

type Cap = {
  organization: string;
  subscription: SubscriptionView;
  spentMinor: number | null;
  reservedMinor: number;
  disabledReason: string | null;
};

/** The spend cap of a month: how much of it is used, its amount, and what happens when it is reached. */
export function CapCard({ organization, subscription, spentMinor, reservedMinor, disabledReason }: Cap) {
  const { currency, spendCapMinor, stopsAtCap } = subscription;
  return (
    <Section
      heading="Spend cap"
      lead={`Everyone who can see billing gets an e-mail at ${SHARES} % of it, once per month each.`}
    >
      <div className="grid grid-cols-1 gap-6">
        {spendCapMinor !== null && spentMinor !== null && (
          <div className="grid gap-1.5">
            <p>
              {money(spentMinor, currency)} of {money(spendCapMinor, currency)} this month
              {stopsAtCap &&
                reservedMinor > 0 &&
                `; ${money(reservedMinor, currency)} more is reserved by checks under way`}
            </p>
            <Bar value={spentMinor} max={spendCapMinor} />
          </div>
        )}
        <ActionForm
          action={setSpendCapAction}
          organization={organization}
          button="Save the cap"
          disabledReason={disabledReason}
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              id="cap"
              name="cap"
              label={`The checks of a month may cost (${currency})`}
              hint="Empty: no cap. The monthly fee and tax come on top."
              inputMode="decimal"
              autoComplete="off"
              defaultValue={spendCapMinor === null ? "" : amountText(spendCapMinor, currency)}
            />
            <SelectField
              id="atCap"
              name="atCap"
              label="When it is reached"
              hint="What stops is described below."
              defaultValue={stopsAtCap && spendCapMinor !== null ? "stop" : "tell"}
            >
              <Options choices={CHOICES} />
            </SelectField>
          </div>
          <p className="max-w-prose text-sm text-soft">
            Stopping refuses calls with live keys (403, <code className="font-mono">spend_cap_reached</code>), so
            visitors cannot confirm their age until the month ends or you raise the cap. A check with {eidName("s")}{" "}
            reserves its price while it is under way: it counts as spent, and is given back if the answer is no. Test
            keys go on.
          </p>
        </ActionForm>
      </div>
    </Section>
  );
}

/** How much of the cap is spent. Drawn, because each browser fills a `meter` in its own way; the text above it says the same. */
function Bar({ value, max }: { value: number; max: number }) {
  const share = max > 0 ? Math.min(1, value / max) : 1;
  return (
    <svg aria-hidden="true" className="h-3 w-full rounded-full border border-edge bg-ground">
      <rect width={`${100 * share}%`} height="100%" className="fill-accent" />
    </svg>
  );
}
