import Link from "next/link";
import type { ReactNode } from "react";
import { ButtonLink } from "#app/_ui/button.tsx";
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
    <section className="box" aria-labelledby="todo">
      <div className="row boxhead">
        <h2 id="todo">
          Go live: {done.length} of {STEPS.length} done
        </h2>
      </div>
      <ol className="todo">
        {done.length > 0 && (
          <li className="done">
            <span className="tick">
              <Icon name="check" />
              <span className="sr">Done: </span>
            </span>
            <span>{done.map(({ name }) => name).join(", ")}</span>
          </li>
        )}
        {open.map(({ fact, number, name, how, button, href }, n) => (
          <li key={fact} className={n === 0 ? "next" : undefined}>
            <span className="tick">{number}</span>
            {n === 0 ? <b>{name}</b> : <Link href={href}>{name}</Link>}
            {n === 0 && fact === "testCheckFinished" && runTest}
            {n === 0 && fact !== "testCheckFinished" && (
              <ButtonLink variant="primary" size="sm" href={href}>
                {button}
              </ButtonLink>
            )}
            <p>{how}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
