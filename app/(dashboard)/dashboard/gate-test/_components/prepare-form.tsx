import { ActionForm } from "#app/_ui/action-form.tsx";
import { Options, SelectField } from "#app/_ui/select-field.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { isLoopback } from "#lib/base/host.rules.ts";
import type { GateTestRun } from "#lib/gate-test/gate-test-run.ts";
import { shortKey } from "#lib/keys/plugin-key.rules.ts";
import { config } from "#lib/runtime/config.ts";
import { prepareRunAction } from "../actions.ts";

type Props = {
  organization: string;
  keys: readonly { key: string; label: string }[];
  /** The fields begin with what was prepared last. */
  latest: GateTestRun | undefined;
  disabledReason: string | null;
};

const HTTPS = "On a verified domain, with https://";

export function PrepareForm({ organization, keys, latest, disabledReason }: Props) {
  // Only there the gate test walks a page of this machine.
  const isLocal = isLoopback(new URL(config().baseUrl).hostname);
  return (
    <ActionForm
      action={prepareRunAction}
      organization={organization}
      button="Prepare run"
      variant="primary"
      disabledReason={disabledReason}
    >
      <SelectField id="key" name="key" label="Test key of your staging shop" defaultValue={latest?.key ?? keys[0]?.key}>
        <Options choices={keys.map(({ key, label }) => [key, label ? `${label} · ${shortKey(key)}` : shortKey(key)])} />
      </SelectField>
      <TextField
        id="page"
        name="page"
        label="Page that asks for the age"
        hint={isLocal ? `${HTTPS}, or on this machine, such as http://localhost:8080/checkout.` : `${HTTPS}.`}
        placeholder="https://staging.shop.example/checkout"
        defaultValue={latest?.page ?? ""}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
        required
        maxLength={2000}
      />
      <TextField
        id="protects"
        name="protects"
        label="Text that only confirmed visitors see"
        hint="A few words of that page, such as “Pay now”."
        defaultValue={latest?.protects ?? ""}
        autoComplete="off"
        required
        minLength={3}
        maxLength={200}
      />
      <TextField
        id="start"
        name="start"
        label="Selector of the link or form that starts a check (optional)"
        hint="Only if the page does not start the check by itself. For example, #confirm-age."
        defaultValue={latest?.start ?? ""}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
        maxLength={200}
      />
    </ActionForm>
  );
}
