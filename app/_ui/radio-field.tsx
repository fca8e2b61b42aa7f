"use client";

import type { ReactNode } from "react";
import { useField } from "./action-form.tsx";

type Choice = { value: string; label: ReactNode; hint?: ReactNode };

/** A few choices of which one holds, each in full. */
export function RadioField({
  legend,
  name,
  choices,
  defaultValue,
}: {
  legend: ReactNode;
  name: string;
  choices: readonly Choice[];
  defaultValue: string;
}) {
  const { typed = defaultValue } = useField(name);
  return (
    <fieldset className="field wide">
      <legend>{legend}</legend>
      {choices.map(({ value, label, hint }) => (
        <label key={value} className="check">
          <input type="radio" name={name} value={value} defaultChecked={value === typed} key={`${value === typed}`} />
          <span>
            {label} {hint && <span className="soft">{hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
