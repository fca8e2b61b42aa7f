import { ButtonLink } from "./button.tsx";
import { Copyable } from "./copy-button.tsx";
import type { FormState } from "./form-state.ts";
import { Notice } from "./notice.tsx";
import { CODE_FIELD } from "./sign-in-code.rules.ts";

/** Says above the fields what became of a sent form. `codeId`: of the field for a mailed code. */
export function FormSummary({ state, codeId }: { state: NonNullable<FormState>; codeId: string }) {
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
  const toField = (one = "", text = "") => <a href={`#${one === CODE_FIELD ? codeId : one}`}>{text}</a>;
  // A code that was just mailed is no mistake of theirs.
  const isAsked = state.code === "mailed" || state.code === "in_inbox";
  // The heading repeats a single error, so the list would say it twice.
  const isInHeading = errors.length === 1 && error === state.heading;
  return (
    <Notice
      variant={isAsked ? "plain" : "bad"}
      heading={isInHeading ? toField(name, error) : state.heading}
      live={isAsked ? "status" : "alert"}
    >
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
      {state.code === "in_inbox" && (
        <p>
          <a href="/inbox" target="_blank" rel="noopener">
            Open the inbox of this machine (in a new tab)
          </a>
        </p>
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
