"use client";

import { useState } from "react";
import { Badge } from "#app/_ui/badge.tsx";
import { classes } from "#app/_ui/classes.ts";
import { describedBy, Field, inputClass } from "#app/_ui/field.tsx";
import { useField } from "#app/_ui/form-state.ts";
import {
  carriesWhiteText,
  contrastWithWhite,
  nearestWithWhiteText,
  readColour,
} from "#lib/organizations/contrast.rules.ts";

/** Chooses the colour of the visitor's button, with the contrast of the white text on it. With script the preview follows the field. */
export function ColourField({ saved }: { saved: string }) {
  const { error, typed = saved } = useField("accent");
  const [shown, setShown] = useState(typed);
  const colour = readColour(shown);
  const passes = colour !== null && carriesWhiteText(colour);
  return (
    <Field
      id="accent"
      label="Colour of the button"
      error={error}
      hint={
        colour && (
          <>
            <Badge variant={passes ? "good" : "bad"}>
              {(Math.floor(contrastWithWhite(colour) * 10) / 10).toFixed(1)} : 1
            </Badge>{" "}
            {passes
              ? "White text can be read on it."
              : `White text needs 4.5 : 1. The nearest that passes is ${nearestWithWhiteText(colour)}.`}
          </>
        )
      }
    >
      <input
        type="color"
        name="accent"
        className={classes(inputClass, "w-14 p-1")}
        {...describedBy({ id: "accent", hint: true, error })}
        defaultValue={typed}
        key={typed}
        onInput={({ currentTarget: { value } }) => {
          setShown(value);
          document.getElementById("visitors-page")?.style.setProperty("--shop", value);
        }}
      />
    </Field>
  );
}
