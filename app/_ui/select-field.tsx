"use client";

import type { ComponentProps } from "react";
import { Field, type FieldProps, selectClass } from "./field.tsx";
import { useControl } from "./use-control.ts";

export function SelectField(props: FieldProps & ComponentProps<"select">) {
  const { field, control } = useControl(props, selectClass);
  return (
    <Field {...field}>
      <select
        {...control}
        // React resets a select once its form is sent. With a new key it starts at what was saved.
        key={`${control.defaultValue}`}
      />
    </Field>
  );
}

/** Lists the options of a `SelectField`, as pairs of value and label. */
export function Options({ choices }: { choices: readonly (readonly [value: string, label: string])[] }) {
  return choices.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
