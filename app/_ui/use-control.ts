"use client";

import { classes } from "./classes.ts";
import { describedBy, type FieldProps, inputClass } from "./field.tsx";
import { useField } from "./form-state.ts";

type Control = { name?: string | undefined; className?: string | undefined; defaultValue?: unknown };

/** Says what a field gives its control: its look, its error, and what was typed before the form was refused. */
export function useControl<Props extends Control>(
  { label, hint, error: shown, id, className, ...rest }: FieldProps & Props,
  look = inputClass,
) {
  const { error = shown, typed } = useField(rest.name);
  const control = {
    className: classes(look, className),
    ...describedBy({ id, hint, error }),
    ...rest,
    ...(typed !== undefined && { defaultValue: typed }),
  };
  return { field: { id, label, hint, error }, control };
}
