"use client";

import type { ComponentProps } from "react";
import { useField } from "./action-form.tsx";
import { describedBy, type FieldProps } from "./field.tsx";

export function CheckboxField({ label, hint, id, ...rest }: FieldProps & ComponentProps<"input">) {
  const { typed, isRefused } = useField(rest.name);
  const isChecked = isRefused ? typed === "on" : rest.defaultChecked;
  return (
    <div className="flex gap-3">
      <input
        type="checkbox"
        className="mt-0.5 size-5 shrink-0 accent-accent"
        {...describedBy({ id, hint })}
        {...rest}
        defaultChecked={isChecked}
        key={`${isChecked}`}
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-soft">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
