"use client";

import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";
import { Field, type FieldProps } from "./field.tsx";
import { useControl } from "./use-control.ts";

export function TextField(props: FieldProps & ComponentProps<"input">) {
  const { field, control } = useControl(props);
  return (
    <Field {...field}>
      <input {...control} />
    </Field>
  );
}

export function TextArea(props: FieldProps & ComponentProps<"textarea">) {
  const { field, control } = useControl(props);
  return (
    <Field {...field}>
      <textarea {...control} />
    </Field>
  );
}

const FILE = classes(
  "ps-1 file:me-3 file:min-h-7 file:cursor-pointer file:rounded-s file:border file:border-rim file:bg-sheet file:px-2.5",
  "file:text-meta file:font-semibold file:text-ink hover:file:bg-hover",
);

type FileLimit = { maxBytes: number; tooLarge: string };

/** Refuses a file above `maxBytes` before the browser sends it. */
export function FileField({ maxBytes, tooLarge, ...rest }: ComponentProps<typeof TextField> & FileLimit) {
  return (
    <TextField
      {...rest}
      type="file"
      className={FILE}
      onChange={({ currentTarget }) => {
        const isTooLarge = (currentTarget.files?.[0]?.size ?? 0) > maxBytes;
        currentTarget.setCustomValidity(isTooLarge ? tooLarge : "");
        currentTarget.reportValidity();
      }}
    />
  );
}

/** Asks for a name before something is deleted or revoked for good. */
export function ConfirmField({ name }: { name: ReactNode }) {
  return (
    <TextField
      id="typed"
      name="typed"
      label={<>Type {name} to confirm</>}
      autoComplete="off"
      spellCheck={false}
      required
    />
  );
}
