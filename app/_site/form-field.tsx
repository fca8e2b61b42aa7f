import type { ComponentProps } from "react";

type Input = ComponentProps<"input"> & { id: string; label: string; hint?: string; error?: string | undefined };

/** Shows a label, its input, and a hint or an error below it. */
export function FormField({ id, label, hint, error, ...input }: Input) {
  const note = error ?? hint;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        className="min-h-control w-full rounded-m border border-edge bg-raised px-3 py-1 placeholder:text-soft aria-invalid:border-bad max-sm:text-[1rem]"
        id={id}
        {...(note && { "aria-describedby": `${id}-note` })}
        {...(error && { "aria-invalid": true })}
        {...input}
      />
      {note && (
        <span id={`${id}-note`} className={error ? "text-bad" : "text-meta text-soft"}>
          {note}
        </span>
      )}
    </div>
  );
}
