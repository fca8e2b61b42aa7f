import { ActionForm } from "#app/_ui/action-form.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import { ConfirmField } from "#app/_ui/text-field.tsx";
import { shortKey } from "#lib/keys/plugin-key.rules.ts";
import { revokeKeyAction } from "../actions.ts";
import type { Access } from "./access.ts";

/** `outlook`: what is left of its mode's keys, where none stays. `keepable`: the old key of a rotation, which can go on. */
export type Revoked = { key: string; label: string; outlook: string | null; keepable: string | null };

/** Revokes a key by its name, and asks what becomes of the old key of a rotation. */
export function RevokeForm({ row: { key, label, outlook, keepable }, access }: { row: Revoked; access: Access }) {
  return (
    <ActionForm
      action={revokeKeyAction}
      {...access}
      hidden={{ key }}
      button="Revoke key"
      variant="destructive"
      cancel={`/dashboard/keys/${key}`}
    >
      {outlook !== null && keepable === null && <Notice variant="bad" heading={outlook} />}
      <p>Calls with this key are refused at once. This cannot be undone.</p>
      {keepable !== null && (
        <fieldset className="field wide">
          <legend>
            What should happen to the old key <code>{shortKey(keepable)}</code>?
          </legend>
          <label className="check">
            <input type="radio" name="old" value="keep" defaultChecked />
            <span>Keep it: it will not end</span>
          </label>
          <label className="check">
            <input type="radio" name="old" value="end" />
            <span>
              Let it end{" "}
              <span className="soft">{outlook === null ? "as the rotation planned" : `(${lowered(outlook)})`}</span>
            </span>
          </label>
        </fieldset>
      )}
      <ConfirmField name={label ? <b>{label}</b> : <code>{key}</code>} />
    </ActionForm>
  );
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
