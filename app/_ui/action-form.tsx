"use client";

import { unstable_rethrow } from "next/navigation";
import { type ReactNode, useActionState, useEffect, useId, useRef, useState } from "react";
import { Button, ButtonLink } from "./button.tsx";
import type { ButtonVariant } from "./button-class.ts";
import { classes } from "./classes.ts";
import { CodeField } from "./code-field.tsx";
import { FormContext, type FormState } from "./form-state.ts";
import { FormSummary } from "./form-summary.tsx";
import { readRefusedWrite } from "./refused-write.rules.ts";
import { shownField } from "./shown-field.rules.ts";
import { CODE_FIELD, NEW_CODE } from "./sign-in-code.rules.ts";
import { typedIn } from "./typed-in.rules.ts";

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
  /** What a press asks for before it does anything. */
  asksFirst?: string | null | undefined;
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
  asksFirst,
  beside,
  className,
  children,
}: Form) {
  const [state, act, isPending] = useActionState(answered(action), null);
  const [form, summary] = [useRef<HTMLFormElement>(null), useRef<HTMLDivElement>(null)];
  const [code, codeId] = [useRef<HTMLInputElement>(null), useId()];
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    setPast(false);
    if (state) (code.current ?? summary.current)?.focus();
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
  const asksCode = state?.ok === false && state.code !== undefined;
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
        {isShown && <FormSummary state={state} codeId={codeId} />}
      </div>
      {!isOver && (
        <FormContext value={state}>
          <fieldset
            disabled={Boolean(disabledReason)}
            aria-describedby={disabledReason ? disabledBy : undefined}
            className={classes(STACK, beside && "@phone/sheet:grid-cols-[22.5rem_minmax(0,1fr)] @phone/sheet:gap-2")}
          >
            {children}
            {asksCode && <CodeField id={codeId} error={state.fields[CODE_FIELD]} ref={code} />}
            {asksFirst && !disabledReason && !asksCode && <p className="text-meta text-soft">{asksFirst}</p>}
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
              {asksCode && (
                <Button variant="ghost" size={size} name={NEW_CODE} value="yes" formNoValidate>
                  Send a new code
                </Button>
              )}
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
