import type { ComponentProps } from "react";

type Input = ComponentProps<"input"> & { id: string; label: string; hint?: string; error?: string | undefined };

/** Shows a label, its input, and a hint or an error below it. */
export function FormField({ id, label, hint, error, ...input }: Input) {
  const note = error ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        {...(note && { "aria-describedby": `${id}-note` })}
        {...(error && { "aria-invalid": true })}
        {...input}
      />
      {note && (
        <span id={`${id}-note`} className={error ? "error" : "meta"}>
          {note}
        </span>
      )}
    </div>
  );
}
