"use client";

import type { ComponentProps, ReactNode } from "react";
import { useField } from "./action-form.tsx";
import { classes } from "./classes.ts";
import { describedBy, Field, type FieldProps } from "./field.tsx";

export function TextField({ label, hint, error: shown, className, id, ...rest }: FieldProps & ComponentProps<"input">) {
  const { error = shown, typed } = useField(rest.name);
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        className={classes("input", className)}
        {...describedBy({ id, hint, error })}
        {...rest}
        {...(typed !== undefined && { defaultValue: typed })}
      />
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  error: shown,
  className,
  id,
  ...rest
}: FieldProps & ComponentProps<"textarea">) {
  const { error = shown, typed } = useField(rest.name);
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea
        className={classes("input", className)}
        {...describedBy({ id, hint, error })}
        {...rest}
        {...(typed !== undefined && { defaultValue: typed })}
      />
    </Field>
  );
}

type FileLimit = { maxBytes: number; tooLarge: string };

/** A file chooser that refuses a file above `maxBytes` before the browser sends it. */
export function FileField({ maxBytes, tooLarge, ...rest }: ComponentProps<typeof TextField> & FileLimit) {
  return (
    <TextField
      {...rest}
      type="file"
      onChange={({ currentTarget }) => {
        const isTooLarge = (currentTarget.files?.[0]?.size ?? 0) > maxBytes;
        currentTarget.setCustomValidity(isTooLarge ? tooLarge : "");
        currentTarget.reportValidity();
      }}
    />
  );
}

/** Where a member types a name before something is deleted or revoked for good. */
export function ConfirmField({ name }: { name: ReactNode }) {
  return (
    <TextField
      id="typed"
      name="typed"
      label={<>Type {name} to confirm</>}
      autoComplete="off"
      spellCheck={false}
      required
    />
  );
}
