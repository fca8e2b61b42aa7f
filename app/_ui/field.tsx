"use client";

import type { ReactNode } from "react";

export type FieldProps = { id: string; label: ReactNode; hint?: ReactNode; error?: string | undefined };

/** The classes of inputs and selects. */
export const INPUT =
  "w-full min-h-11 rounded-lg border border-edge bg-card px-3 py-2 text-base text-ink placeholder:text-soft disabled:bg-ground disabled:text-soft sm:min-h-10 aria-invalid:border-bad";

/** A label, a hint, the control and its error. `describedBy` connects them for screen readers. */
export function Field({ id, label, hint, error, children }: FieldProps & { children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

/** The attributes of the control inside a `Field`. */
export function describedBy({ id, hint, error }: Pick<FieldProps, "id" | "hint" | "error">) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return { id, ...(ids && { "aria-describedby": ids }), ...(error && { "aria-invalid": true }) };
}
