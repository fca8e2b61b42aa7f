type Problem = { variant: keyof typeof WASHES; heading: string; text: string };

const WASHES = { bad: "bg-bad-wash", good: "bg-good-wash", busy: "bg-busy-wash" } as const;

const PROBLEMS: Record<string, Problem> = {
  email_invalid: {
    variant: "bad",
    heading: "That is not an e-mail address we can write to",
    text: "Enter one plain address, such as you@shop.example.",
  },
  name_invalid: {
    variant: "bad",
    heading: "The name is missing or too long",
    text: "Enter 1 to 80 characters.",
  },
  link_dead: {
    variant: "bad",
    heading: "This link no longer works",
    text: "Each link works once, for ten minutes. Ask for a new one.",
  },
  provider_down: {
    variant: "bad",
    heading: "Your company account cannot be reached right now",
    text: "Try again in a minute, or sign in by e-mail.",
  },
  provider_refused: {
    variant: "bad",
    heading: "Your company account did not sign you in",
    text: "It must have a verified e-mail address that is known or invited here.",
  },
  provider_silent: {
    variant: "bad",
    heading: "Your company account did not ask you again",
    text: "It signed you in without asking, so that does not count as a sign-in of the last minutes. Sign in by e-mail.",
  },
  signed_out: { variant: "good", heading: "You are signed out", text: "You can close this page." },
  again: {
    variant: "busy",
    heading: "Please sign in again",
    text: "This action needs a sign-in within the last ten minutes.",
  },
};

/** Says what the sign-in pages show for `?problem=`; `null` for a code that is none of ours. */
export function signInProblemOf(code: string | null): Problem | null {
  return code !== null && Object.hasOwn(PROBLEMS, code) ? (PROBLEMS[code] ?? null) : null;
}

export function ProblemNotice({ problem }: { problem: Problem | null }) {
  if (problem === null) return null;
  return (
    <div
      className={`grid gap-1 rounded-m px-4 py-3 forced-colors:border ${WASHES[problem.variant]}`}
      role={problem.variant === "bad" ? "alert" : "status"}
    >
      <b className={problem.variant === "bad" ? "text-bad" : undefined}>{problem.heading}</b>
      <p>{problem.text}</p>
    </div>
  );
}
