import { Notice } from "#app/_ui/notice.tsx";
import { RadioField } from "#app/_ui/radio-field.tsx";
import { ConfirmField } from "#app/_ui/text-field.tsx";
import { shortKey } from "#lib/keys/plugin-key.rules.ts";
import { revokeKeyAction } from "../actions.ts";
import { KeyForm } from "./key-form.tsx";

/** `outlook`: what is left of its mode's keys, where none stays. `keepable`: the old key of a rotation, which can go on. */
export type Revoked = { key: string; label: string; outlook: string | null; keepable: string | null };

/** Revokes a key by its name, and asks what becomes of the old key of a rotation. */
export function RevokeForm({ row: { key, label, outlook, keepable } }: { row: Revoked }) {
  return (
    <KeyForm
      action={revokeKeyAction}
      keyText={key}
      disabledBy={undefined}
      button="Revoke key"
      variant="final"
      cancel={`/dashboard/keys/${key}`}
    >
      {outlook !== null && keepable === null && <Notice variant="bad" heading={outlook} />}
      <p>Calls with this key are refused at once. This cannot be undone.</p>
      {keepable !== null && (
        <RadioField
          legend={
            <>
              What should happen to the old key <code>{shortKey(keepable)}</code>?
            </>
          }
          name="old"
          defaultValue="keep"
          choices={[
            { value: "keep", label: "Keep it: it will not end" },
            {
              value: "end",
              label: "Let it end",
              hint: outlook === null ? "as the rotation planned" : `(${lowered(outlook)})`,
            },
          ]}
        />
      )}
      <ConfirmField name={label ? <b>{label}</b> : <code>{key}</code>} />
    </KeyForm>
  );
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
