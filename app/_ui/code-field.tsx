import type { Ref } from "react";
import { describedBy, Field, inputClass } from "./field.tsx";
import { CODE_FIELD } from "./sign-in-code.rules.ts";

/** Asks for a mailed code, which a phone offers to fill in. */
export function CodeField({ id, error, ref }: { id: string; error: string | undefined; ref: Ref<HTMLInputElement> }) {
  return (
    <Field id={id} label="Code from the e-mail" error={error}>
      <input
        ref={ref}
        {...describedBy({ id, error })}
        className={`${inputClass} tabular-nums`}
        name={CODE_FIELD}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        // biome-ignore lint/a11y/noAutofocus: The form came back only to ask for this, also without script.
        autoFocus
      />
    </Field>
  );
}
