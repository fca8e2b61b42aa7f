import { Check } from "lucide-react";
import Link from "next/link";
import type { Overview } from "#lib/activity/overview.ts";

/** The first steps of an organization. Each is done when its fact holds; nobody ticks a box. */
export function FirstSteps({ facts }: { facts: Overview["checklist"] }) {
  const steps = [
    { done: facts.keyUsed, label: "A key was used", todo: "Run a test check", href: "/dashboard/connect" },
    {
      done: facts.testCheckFinished,
      label: "A test check was finished",
      todo: "Finish a test check",
      href: "/dashboard/connect",
    },
    {
      done: facts.domainVerified,
      label: "A domain is verified",
      todo: "Verify your domain",
      href: "/dashboard/domains",
    },
    {
      done: facts.liveCheckFinished,
      label: "A live check was finished",
      todo: "Use a live key",
      href: "/dashboard/keys",
    },
  ];
  const next = steps.findIndex(({ done }) => !done);
  return (
    <ol className="grid gap-3">
      {steps.map(({ done, label, todo, href }, n) => (
        <li key={label} className="flex items-center gap-3">
          <span
            aria-hidden="true"
            className={
              done
                ? "grid size-7 shrink-0 place-items-center rounded-full bg-accent text-on-accent"
                : "grid size-7 shrink-0 place-items-center rounded-full border border-edge text-soft"
            }
          >
            {done ? <Check className="size-4" /> : n + 1}
          </span>
          <span className={done ? "text-soft" : ""}>
            {done ? (
              <>
                <span className="sr-only">Done: </span>
                {label}
              </>
            ) : n === next ? (
              <Link className="font-semibold text-accent underline" href={href}>
                {todo}
              </Link>
            ) : (
              <>
                <span className="sr-only">Not yet: </span>
                {todo}
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
