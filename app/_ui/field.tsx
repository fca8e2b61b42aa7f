import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Glyph } from "./glyph.tsx";

export type FieldProps = { id: string; label: ReactNode; hint?: ReactNode; error?: string | undefined };

/** Shows a label, the control, a hint and its error. `describedBy` connects them for screen readers. */
export function Field({ label, children, ...below }: FieldProps & { children: ReactNode }) {
  return (
    <FieldFrame {...below}>
      {/* What is to be typed stands out from the words around it. */}
      <label htmlFor={below.id} className="font-semibold wrap-anywhere has-[>b,>code]:font-normal">
        {label}
      </label>
      {children}
    </FieldFrame>
  );
}

/** Shows a control that has its label with it, a hint and its error. In a row of settings, the hint may be the wider. */
export function FieldFrame({ id, hint, error, children }: Omit<FieldProps, "label"> & { children: ReactNode }) {
  return (
    <div className="grid max-w-field justify-items-start gap-1.5 in-data-settings:max-w-measure">
      {children}
      {hint && (
        <span id={`${id}-hint`} className="text-meta text-soft">
          {hint}
        </span>
      )}
      {error && (
        <span id={`${id}-error`} className="flex gap-1 text-bad">
          <Glyph name="alert" />
          {error}
        </span>
      )}
    </div>
  );
}

/** Shows controls that have one label. */
export function Fieldset({
  legend,
  className,
  children,
}: {
  legend: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <fieldset className={classes("grid justify-items-start gap-1.5", className)}>
      <legend className="mb-1.5 font-semibold wrap-anywhere">{legend}</legend>
      {children}
    </fieldset>
  );
}

/** Makes an `<input>` look like one. It is as wide as its field unless a utility says more. */
export const inputClass = classes(
  "min-h-control rounded-m border border-edge bg-raised text-body text-ink max-sm:text-[1rem]",
  "weak:w-full weak:max-w-field weak:px-3 weak:py-1 placeholder:text-soft placeholder:opacity-100",
  "aria-invalid:border-bad aria-invalid:shadow-[inset_0_0_0_1px_var(--color-bad)]",
  "disabled:border-line disabled:bg-sunk disabled:text-soft disabled:opacity-100",
);

/** Makes a `<select>` look like one. */
export const selectClass = classes(
  inputClass,
  "appearance-none forced-colors:appearance-auto bg-position-[right_17px_center,right_12px_center] bg-size-[5px_5px] bg-no-repeat pe-8",
  "bg-[linear-gradient(45deg,transparent_50%,var(--color-soft)_50%),linear-gradient(-45deg,transparent_50%,var(--color-soft)_50%)]",
);

/** Gives the attributes of the control inside a `Field`. */
export function describedBy({ id, hint, error }: Pick<FieldProps, "id" | "hint" | "error">) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return { id, ...(ids && { "aria-describedby": ids }), ...(error && { "aria-invalid": true }) };
}
