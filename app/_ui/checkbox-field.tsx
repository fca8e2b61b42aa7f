"use client";

import type { ComponentProps } from "react";
import { Check } from "./check.tsx";
import { describedBy, FieldFrame, type FieldProps } from "./field.tsx";
import { useField } from "./form-state.ts";

export function CheckboxField({ label, hint, id, ...rest }: FieldProps & ComponentProps<"input">) {
  const { typed, isRefused } = useField(rest.name);
  const isChecked = isRefused ? typed === "on" : rest.defaultChecked;
  return (
    <FieldFrame id={id} hint={hint}>
      <Check {...describedBy({ id, hint })} {...rest} defaultChecked={isChecked} key={`${isChecked}`}>
        {label}
      </Check>
    </FieldFrame>
  );
}
