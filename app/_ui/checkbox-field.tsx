"use client";

import type { ComponentProps } from "react";
import { useField } from "./action-form.tsx";
import { describedBy, type FieldProps } from "./field.tsx";

export function CheckboxField({ label, hint, id, ...rest }: FieldProps & ComponentProps<"input">) {
  const { typed, isRefused } = useField(rest.name);
  const isChecked = isRefused ? typed === "on" : rest.defaultChecked;
  return (
    <div className="field">
      <label className="check" htmlFor={id}>
        <input
          type="checkbox"
          {...describedBy({ id, hint })}
          {...rest}
          defaultChecked={isChecked}
          key={`${isChecked}`}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <span id={`${id}-hint`} className="meta">
          {hint}
        </span>
      )}
    </div>
  );
}
