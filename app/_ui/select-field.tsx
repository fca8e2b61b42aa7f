"use client";

import type { ComponentProps } from "react";
import { useField } from "./action-form.tsx";
import { classes } from "./classes.ts";
import { describedBy, Field, type FieldProps } from "./field.tsx";

export function SelectField({
  label,
  hint,
  error: shown,
  className,
  id,
  ...rest
}: FieldProps & ComponentProps<"select">) {
  const { error = shown, typed } = useField(rest.name);
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <select
        className={classes("input", className)}
        {...describedBy({ id, hint, error })}
        {...rest}
        {...(typed !== undefined && { defaultValue: typed })}
        // React resets a select once its form is sent. With a new key it starts at what was saved.
        key={`${typed ?? rest.defaultValue}`}
      />
    </Field>
  );
}

/** The options of a `SelectField`, as pairs of value and label. */
export function Options({ choices }: { choices: readonly (readonly [value: string, label: string])[] }) {
  return choices.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
