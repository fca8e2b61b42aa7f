"use client";

import type { ReactNode } from "react";
import { useField } from "./action-form.tsx";
import { classes } from "./classes.ts";

type Choice = { value: string; label: ReactNode; hint?: ReactNode };

type Radios = {
  legend: ReactNode;
  name: string;
  choices: readonly Choice[];
  defaultValue: string;
  segments?: boolean;
  hint?: string;
};

/** Offers a few choices of which one holds. `segments`: side by side in one control; otherwise a line each, with its hint. */
export function RadioField({ legend, name, choices, defaultValue, segments = false, hint: note }: Radios) {
  const { typed = defaultValue } = useField(name);
  const options = choices.map(({ value, label, hint }) => (
    <label key={value} className={classes(!segments && "check")}>
      <input
        type="radio"
        name={name}
        id={`${name}-${value}`}
        value={value}
        defaultChecked={value === typed}
        key={`${value === typed}`}
      />
      <span>
        {label} {hint && <span className="soft">{hint}</span>}
      </span>
    </label>
  ));
  return (
    <fieldset className="field wide">
      <legend>{legend}</legend>
      {segments ? <div className="seg wrap">{options}</div> : options}
      {note && <span className="meta">{note}</span>}
    </fieldset>
  );
}
