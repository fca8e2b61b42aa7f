import { ActionForm } from "#app/_ui/action-form.tsx";
import { Section } from "#app/_ui/section.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { count } from "#lib/billing/money.rules.ts";
import { setBrake, setLimit } from "../actions.ts";

type Props = {
  organization: string;
  row: { key: string; callsPerMinute: number | null; acceptedPerHour: number | null };
  /** The limit that holds if the key has none of its own; `null`: it could not be loaded. */
  given: number | null;
  disabledReason: string | null;
};

/** Sets how many calls of a key are accepted per minute, and how many per hour pause the key. */
export function LimitsCard({
  organization,
  row: { key, callsPerMinute, acceptedPerHour },
  given,
  disabledReason,
}: Props) {
  const usual = given === null ? "as your plan has it" : count(given);
  return (
    <Section
      heading="Limits"
      lead="Only accepted calls count. The brake pauses the key, and everyone who can resume it gets an e-mail."
    >
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ActionForm
          action={setLimit}
          organization={organization}
          hidden={{ key }}
          button="Save the limit"
          disabledReason={disabledReason}
        >
          <TextField
            id="limit"
            name="limit"
            label="Calls a minute"
            hint={`Calls above it are refused for a moment. Empty: ${usual}.`}
            defaultValue={callsPerMinute ?? ""}
            inputMode="numeric"
            autoComplete="off"
          />
        </ActionForm>
        <ActionForm
          action={setBrake}
          organization={organization}
          hidden={{ key }}
          button="Save the brake"
          disabledReason={disabledReason}
        >
          <TextField
            id="brake"
            name="brake"
            label="Brake: accepted calls an hour"
            hint="One call more pauses the key. Empty: no brake."
            defaultValue={acceptedPerHour ?? ""}
            inputMode="numeric"
            autoComplete="off"
          />
        </ActionForm>
      </div>
    </Section>
  );
}
