"use client";

import type { ReactNode } from "react";
import { Check } from "./check.tsx";
import { Fieldset } from "./field.tsx";
import { useField } from "./form-state.ts";
import { SegmentFrame, SegmentRadio } from "./segments.tsx";

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
  const radio = (value: string) => ({ name, id: `${name}-${value}`, value, defaultChecked: value === typed });
  return (
    <Fieldset legend={legend}>
      {segments ? (
        <SegmentFrame wrap>
          {choices.map((choice) => (
            <SegmentRadio key={`${choice.value} ${choice.value === typed}`} wrap {...radio(choice.value)}>
              {wordsOf(choice)}
            </SegmentRadio>
          ))}
        </SegmentFrame>
      ) : (
        choices.map((choice) => (
          <Check key={`${choice.value} ${choice.value === typed}`} type="radio" {...radio(choice.value)}>
            {wordsOf(choice)}
          </Check>
        ))
      )}
      {note && <span className="text-meta text-soft">{note}</span>}
    </Fieldset>
  );
}

function wordsOf({ label, hint }: Choice) {
  return (
    <>
      {label} {hint && <span className="text-soft">{hint}</span>}
    </>
  );
}
