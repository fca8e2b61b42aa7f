"use client";

import { unstable_rethrow } from "next/navigation";
import { createContext, type ReactNode, useActionState, useContext, useEffect, useRef, useState } from "react";
import { Button, ButtonLink, type ButtonVariant } from "./button.tsx";
import { classes } from "./classes.ts";
import { Copyable } from "./copy-button.tsx";
import { Notice } from "./notice.tsx";
import { readRefusedWrite } from "./refused-write.rules.ts";
import { shownField } from "./shown-field.rules.ts";
import { typedIn } from "./typed-in.rules.ts";

/**
 * Holds what an action answers to its form. `fields`: the error of each field, by its name. `typed`: what was typed, so
 * that the form can show it again. `secret`: shown this once. `next`: where to go on. `signIn`: the member has to sign in
 * again first.
 */
export type FormState =
  | null
  | { ok: true; message: string; secret?: string; next?: { href: string; name: string } }
  | {
      ok: false;
      heading: string;
      text?: string;
      signIn?: true;
      fields: Record<string, string>;
      typed: Record<string, string>;
    };

const FormContext = createContext<FormState>(null);

export function useField(name: string | undefined) {
  const state = useContext(FormContext);
  if (state === null || state.ok || name === undefined) return { isRefused: false, error: undefined, typed: undefined };
  return { isRefused: true, error: state.fields[name], typed: state.typed[name] };
}

type Action = (before: FormState, form: FormData) => Promise<FormState>;

type Form = {
  action: Action;
  /** The organization that the action changes, also if another tab has chosen another meanwhile. */
  organization?: string;
  hidden?: Record<string, string>;
  /** Says what the fields show, by their names: then only those that the member changes are saved. */
  shown?: Record<string, string>;
  button: ReactNode;
  variant?: ButtonVariant;
  size?: "default" | "sm";
  /** The page to go back to without sending it; in a dialog the link closes it. */
  cancel?: string;
  /** Why this member may not send it. The form is then visible and disabled. */
  disabledReason?: string | null;
  /** The id of what says so already, for all forms of the page. */
  disabledBy?: string | undefined;
  /** Has the button beside its one field, where the sheet has room. */
  beside?: boolean;
  className?: string;
  children?: ReactNode;
};

const STACK = "grid content-start gap-4 *:min-w-0";

/** Sends a form to a server action. With script, the page stays and shows the answer above the fields. */
export function ActionForm({
  action,
  organization,
  hidden = {},
  shown = {},
  button,
  variant,
  size,
  cancel,
  disabledReason,
  disabledBy,
  beside,
  className,
  children,
}: Form) {
  const [state, act, isPending] = useActionState(answered(action), null);
  const [form, summary] = [useRef<HTMLFormElement>(null), useRef<HTMLDivElement>(null)];
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    setPast(false);
    if (state) summary.current?.focus();
  }, [state]);
  useEffect(() => {
    // What was saved before another form was sent is no news any more. A secret stays: it is shown this once.
    if (!state?.ok || state.secret !== undefined) return;
    const sent = ({ target }: Event) => target !== form.current && setPast(true);
    document.addEventListener("submit", sent);
    return () => document.removeEventListener("submit", sent);
  }, [state]);
  // A refused form shows again what was typed, so it also compares with what it showed first.
  const before = state?.ok === false ? state.typed : {};
  const isShown = state !== null && !isPast;
  // Where its answer leads on, nothing is left to send: an empty form below would ask for another.
  const isOver = state?.ok === true && state.next !== undefined;
  return (
    <form ref={form} action={act} className={classes(STACK, className)}>
      {organization && <input type="hidden" name="organization" value={organization} />}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {Object.entries(shown).map(([name, value]) => (
        <input key={name} type="hidden" name={shownField(name)} value={before[shownField(name)] ?? value} />
      ))}
      <div ref={summary} tabIndex={-1} hidden={!isShown}>
        {isShown && <Summary state={state} />}
      </div>
      {!isOver && (
        <FormContext value={state}>
          <fieldset
            disabled={Boolean(disabledReason)}
            aria-describedby={disabledReason ? disabledBy : undefined}
            className={classes(STACK, beside && "@phone/sheet:grid-cols-[22.5rem_minmax(0,1fr)] @phone/sheet:gap-2")}
          >
            {children}
            <div
              className={classes(
                "flex flex-wrap items-center gap-2 [.text-end>form>fieldset>&]:justify-end",
                // Below the label of the field and its gap
                beside && "@phone/sheet:mt-6.5 @phone/sheet:self-start",
              )}
            >
              <Button
                variant={variant}
                size={size}
                aria-busy={isPending}
                onClick={(event) => isPending && event.preventDefault()}
              >
                {button}
              </Button>
              {cancel && (
                <ButtonLink href={cancel} variant="ghost" size={size} data-close="">
                  Cancel
                </ButtonLink>
              )}
              {disabledReason && !disabledBy && <p className="text-meta text-soft">{disabledReason}</p>}
            </div>
          </fieldset>
        </FormContext>
      )}
    </form>
  );
}

/**
 * Answers the form also where the action did not: the server refused the form before, or was away, or the network. On the
 * server it is the action itself, which React writes into the form for a browser without script.
 */
function answered(action: Action): Action {
  if (typeof window === "undefined") return action;
  return async (before, form) => {
    try {
      return await action(before, form);
    } catch (fault) {
      // Next throws where the action redirects.
      unstable_rethrow(fault);
      const { message } = fault as Error;
      return { ...NO_ANSWER, text: readRefusedWrite(message) ?? NO_ANSWER.text, typed: typedIn(form) };
    }
  };
}

const NO_ANSWER = {
  ok: false,
  heading: "Sorry, that did not work",
  text: "No answer came. In a minute, open this page in a new tab and see whether it was saved before you send it again.",
  fields: {},
} as const;

function Summary({ state }: { state: NonNullable<FormState> }) {
  if (state.ok)
    return (
      <Notice
        variant="good"
        heading={state.message}
        live="status"
        action={
          state.secret !== undefined &&
          state.next && (
            <ButtonLink size="sm" href={state.next.href}>
              {state.next.name}
            </ButtonLink>
          )
        }
      >
        {state.secret !== undefined && (
          <>
            <p>Copy it now: it is shown this once.</p>
            <Copyable text={state.secret} what="the secret" />
          </>
        )}
      </Notice>
    );
  const errors = Object.entries(state.fields);
  const [name, error] = errors[0] ?? [];
  // The heading repeats a single error, so the list would say it twice.
  const isInHeading = errors.length === 1 && error === state.heading;
  return (
    <Notice variant="bad" heading={isInHeading ? toField(name, error) : state.heading} live="alert">
      {state.text && <p>{state.text}</p>}
      {!isInHeading && errors.length > 0 && (
        <ul>
          {errors.map((one) => (
            <li key={one[0]} className="*:inline-block *:min-h-6">
              {toField(...one)}
            </li>
          ))}
        </ul>
      )}
      {state.signIn && (
        <p>
          <a href="/sign-in?problem=again" target="_blank" rel="noopener">
            Sign in again (in a new tab)
          </a>
          , then press the button once more.
        </p>
      )}
    </Notice>
  );
}

function toField(name = "", error = "") {
  return <a href={`#${name}`}>{error}</a>;
}
