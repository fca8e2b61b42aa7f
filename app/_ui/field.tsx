"use client";

import type { ReactNode } from "react";
import { useField } from "./action-form.tsx";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

export type FieldProps = { id: string; label: ReactNode; hint?: ReactNode; error?: string | undefined };

/** Shows a label, the control, a hint and its error. `describedBy` connects them for screen readers. */
export function Field({ id, label, hint, error, children }: FieldProps & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && (
        <span id={`${id}-hint`} className="meta">
          {hint}
        </span>
      )}
      {error && (
        <span id={`${id}-error`} className="error">
          <Icon name="alert" />
          {error}
        </span>
      )}
    </div>
  );
}

/** Gives the attributes of the control inside a `Field`. */
export function describedBy({ id, hint, error }: Pick<FieldProps, "id" | "hint" | "error">) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return { id, ...(ids && { "aria-describedby": ids }), ...(error && { "aria-invalid": true }) };
}

type Control = { name?: string | undefined; className?: string | undefined; defaultValue?: unknown };

/** Says what a field of a form gives its control: its error, and what was typed before the form was refused. */
export function useControl<Props extends Control>({
  label,
  hint,
  error: shown,
  id,
  className,
  ...rest
}: FieldProps & Props) {
  const { error = shown, typed } = useField(rest.name);
  const control = {
    className: classes("input", className),
    ...describedBy({ id, hint, error }),
    ...rest,
    ...(typed !== undefined && { defaultValue: typed }),
  };
  return { field: { id, label, hint, error }, control };
}
