"use client";

import { createContext, type ReactNode, useActionState, useContext, useEffect, useRef } from "react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { Copyable } from "./copy-button.tsx";
import type { FormState } from "./form-state.ts";
import { Notice } from "./notice.tsx";

const Answer = createContext<FormState>(null);

/** What the last try made of a field. */
export function useField(name: string | undefined) {
  const outcome = useContext(Answer);
  if (outcome === null || outcome.ok || name === undefined)
    return { isRefused: false, error: undefined, given: undefined };
  return { isRefused: true, error: outcome.fields[name], given: outcome.given[name] };
}

type Form = {
  action: (before: FormState, form: FormData) => Promise<FormState>;
  /** Which organization is meant, whatever other tabs look at meanwhile. */
  organization?: string;
  hidden?: Record<string, string>;
  button: ReactNode;
  variant?: "first" | "second" | "danger" | "quiet";
  size?: "usual" | "small";
  /** Why this member may not: the form is shown, and is off. */
  disabledReason?: string | null;
  className?: string;
  children?: ReactNode;
};

/** A form that writes. Works without script; with it, the page stays and says what became of it. */
export function ActionForm({
  action,
  organization,
  hidden = {},
  button,
  variant,
  size,
  disabledReason,
  className,
  children,
}: Form) {
  const [outcome, act, isPending] = useActionState(action, null);
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome) summary.current?.focus();
  }, [outcome]);
  return (
    <form action={act} className={classes("grid gap-4", className)}>
      {organization && <input type="hidden" name="organization" value={organization} />}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div ref={summary} tabIndex={-1} className={outcome ? "rounded-lg" : "hidden"}>
        {outcome && <Summary outcome={outcome} />}
      </div>
      <Answer value={outcome}>
        <fieldset disabled={Boolean(disabledReason)} className="grid gap-4">
          {children}
          <div className="flex flex-wrap items-center gap-3">
            <Button
              variant={variant}
              size={size}
              aria-disabled={isPending}
              onClick={(press) => isPending && press.preventDefault()}
            >
              {isPending ? "One moment…" : button}
            </Button>
            {disabledReason && <p className="text-sm text-soft">{disabledReason}</p>}
          </div>
        </fieldset>
      </Answer>
    </form>
  );
}

function Summary({ outcome }: { outcome: NonNullable<FormState> }) {
  if (outcome.ok)
    return (
      <Notice variant="good" heading={outcome.said} live="status">
        {outcome.secret !== undefined && (
          <>
            <p>Copy it now: we keep only a digest of it, so it is shown this once.</p>
            <Copyable text={outcome.secret} what="the secret" />
          </>
        )}
      </Notice>
    );
  const mistakes = Object.entries(outcome.fields);
  const [name, mistake] = mistakes[0] ?? [];
  // Where there is one mistake, the heading may say all there is to say.
  const isSaid = mistakes.length === 1 && mistake === outcome.heading;
  return (
    <Notice variant="bad" heading={isSaid ? toField(name, mistake) : outcome.heading} live="alert">
      {outcome.text && <p>{outcome.text}</p>}
      {!isSaid && mistakes.length > 0 && (
        <ul className="list-disc pl-5">
          {mistakes.map((one) => (
            <li key={one[0]}>{toField(...one)}</li>
          ))}
        </ul>
      )}
      {outcome.signIn && (
        <p>
          <a className="font-medium underline" href="/sign-in?problem=again" target="_blank" rel="noopener">
            Sign in again (in a new tab)
          </a>
          , then come back and press the button once more.
        </p>
      )}
    </Notice>
  );
}

function toField(name = "", mistake = "") {
  return (
    <a className="underline" href={`#${name}`}>
      {mistake}
    </a>
  );
}
