"use client";

import type { ComponentProps, ReactNode } from "react";
import { useField } from "./action-form.tsx";
import { classes } from "./classes.ts";

const BOX =
  "w-full min-h-11 rounded-lg border border-edge bg-sheet px-3 py-2 text-base text-ink placeholder:text-soft disabled:bg-ground disabled:text-soft sm:min-h-10 aria-invalid:border-bad";

type Labelled = { label: ReactNode; hint?: ReactNode; error?: string | undefined; id: string };

/** A label, what helps to fill the field in, and what was wrong with it: tied together for who cannot see them. */
function Labelled({ id, label, hint, error, children }: Labelled & { children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

function tied({ id, hint, error }: Pick<Labelled, "id" | "hint" | "error">) {
  const by = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return { id, ...(by && { "aria-describedby": by }), ...(error && { "aria-invalid": true }) };
}

export function TextField({ label, hint, error: shown, className, id, ...rest }: Labelled & ComponentProps<"input">) {
  const { error = shown, given } = useField(rest.name);
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <input
        className={classes(BOX, className)}
        {...tied({ id, hint, error })}
        {...rest}
        {...(given !== undefined && { defaultValue: given })}
      />
    </Labelled>
  );
}

export function TextArea({ label, hint, error: shown, className, id, ...rest }: Labelled & ComponentProps<"textarea">) {
  const { error = shown, given } = useField(rest.name);
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <textarea
        className={classes(BOX, className)}
        {...tied({ id, hint, error })}
        {...rest}
        {...(given !== undefined && { defaultValue: given })}
      />
    </Labelled>
  );
}

export function SelectField({
  label,
  hint,
  error: shown,
  className,
  id,
  ...rest
}: Labelled & ComponentProps<"select">) {
  const { error = shown, given } = useField(rest.name);
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <select
        className={classes(BOX, "pr-8", className)}
        {...tied({ id, hint, error })}
        {...rest}
        {...(given !== undefined && { defaultValue: given })}
        // React forgets what was chosen once a form is sent; a new one shows what was saved.
        key={`${given ?? rest.defaultValue}`}
      />
    </Labelled>
  );
}

export function CheckField({ label, hint, id, ...rest }: Labelled & ComponentProps<"input">) {
  const { given, isRefused } = useField(rest.name);
  const isTicked = isRefused ? given === "on" : rest.defaultChecked;
  return (
    <div className="flex gap-3">
      <input
        type="checkbox"
        className="mt-0.5 size-5 shrink-0 accent-accent"
        {...tied({ id, hint, error: undefined })}
        {...rest}
        defaultChecked={isTicked}
        key={`${isTicked}`}
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

/** `mostBytes`: said before anything is sent. */
export function FileField({ mostBytes, tooLarge, ...rest }: ComponentProps<typeof TextField> & FileLimit) {
  return (
    <TextField
      {...rest}
      type="file"
      onChange={({ currentTarget }) => {
        const isTooLarge = (currentTarget.files?.[0]?.size ?? 0) > mostBytes;
        currentTarget.setCustomValidity(isTooLarge ? tooLarge : "");
        currentTarget.reportValidity();
      }}
    />
  );
}

type FileLimit = { mostBytes: number; tooLarge: string };

/** What must be typed before something ends for good. */
export function TypedField({ name }: { name: ReactNode }) {
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
