import type { ReactNode } from "react";
import { Box } from "#app/_ui/box.tsx";
import { ButtonLink } from "#app/_ui/button.tsx";
import { classes } from "#app/_ui/classes.ts";
import { Icon } from "#app/_ui/icon.tsx";
import type { Overview } from "#lib/activity/overview.ts";

type Facts = Overview["checklist"];

const STEPS = [
  {
    fact: "testCheckFinished",
    name: "Run a test check",
    how: "You are the visitor: choose adult, 17 or cancel.",
    button: "Run a test check",
    href: "/dashboard/connect?mode=test",
  },
  {
    fact: "shopCalled",
    name: "Put it into your shop",
    how: "One file, with your key in it. Works on localhost.",
    button: "Show code",
    href: "/dashboard/connect?mode=test#code",
  },
  {
    fact: "backendAsked",
    name: "Ask from your backend",
    how: "One request returns yes or no.",
    button: "Show code",
    href: "/dashboard/connect?mode=test#code",
  },
  {
    fact: "domainVerified",
    name: "Verify your domain",
    how: "Live checks may only return to a site that you own. Takes one DNS record.",
    button: "Add domain",
    href: "/dashboard/domains#host",
  },
  {
    fact: "planChosen",
    name: "Choose a plan",
    how: "For live checks. Test checks stay free.",
    button: "See plans",
    href: "/dashboard/billing/plan",
  },
  {
    fact: "liveCheckFinished",
    name: "Switch to a live key",
    how: "Replace pk_test_… with pk_live_… in your shop. Nothing else changes.",
    button: "Show live keys",
    href: "/dashboard/keys",
  },
] as const satisfies readonly { fact: keyof Facts; name: string; how: string; button: string; href: string }[];

export function isDone(facts: Facts): boolean {
  return Object.values(facts).every(Boolean);
}

/**
 * Shows what is left until the first live check. A step keeps its number, and is done when its fact is so; nobody ticks a
 * box. `runTest`: the button of the first step; `null` where it is beside the list.
 */
export function ChecklistBox({ facts, runTest }: { facts: Facts; runTest: ReactNode }) {
  const steps = STEPS.map((step, n) => ({ ...step, number: n + 1 }));
  const done = steps.filter(({ fact }) => facts[fact]);
  const open = steps.filter(({ fact }) => !facts[fact]);
  return (
    <Box as="section" aria-labelledby="todo">
      <div className="border-b border-line px-4 py-3">
        <h2 id="todo">
          Go live: {done.length} of {STEPS.length} done
        </h2>
      </div>
      <ol>
        {done.length > 0 && (
          <StepRow state="done">
            <Tick isDone>
              <Icon name="check" />
              <span className="sr-only">Done: </span>
            </Tick>
            <span>{done.map(({ name }) => name).join(", ")}</span>
          </StepRow>
        )}
        {open.map(({ fact, number, name, how, button, href }, n) => (
          <StepRow key={fact} state={n === 0 ? "next" : "open"}>
            <Tick>{number}</Tick>
            {n === 0 ? <b>{name}</b> : <a href={href}>{name}</a>}
            {n === 0 && (
              <div className="empty:hidden max-sm:order-2 max-sm:col-start-2 max-sm:mt-2 max-sm:justify-self-start">
                {fact === "testCheckFinished" ? (
                  runTest
                ) : (
                  <ButtonLink variant="primary" size="sm" href={href}>
                    {button}
                  </ButtonLink>
                )}
              </div>
            )}
            <p className="col-start-2 text-soft">{how}</p>
          </StepRow>
        ))}
      </ol>
    </Box>
  );
}

const STATES = { done: "text-soft max-sm:items-start", next: "bg-wash", open: null } as const;

function StepRow({ state, children }: { state: keyof typeof STATES; children: ReactNode }) {
  return (
    <li
      className={classes(
        "grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-4 py-3 last:border-0",
        STATES[state],
      )}
    >
      {children}
    </li>
  );
}

function Tick({ isDone, children }: { isDone?: boolean; children: ReactNode }) {
  return (
    <span
      className={classes(
        "grid size-6 place-items-center rounded-full border-[1.5px] text-meta",
        isDone ? "border-chart-yes bg-chart-yes text-sheet" : "border-edge text-soft",
      )}
    >
      {children}
    </span>
  );
}
