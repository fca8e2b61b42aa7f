import type { ReactNode } from "react";
import { Notice } from "./notice.tsx";

/** Why a list is empty, and the one thing to do about it. */
export function Empty({ heading, children, action }: { heading: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3 rounded-lg border border-dashed border-edge p-6">
      <p className="font-semibold">{heading}</p>
      <div className="max-w-prose text-pretty text-soft">{children}</div>
      {action}
    </div>
  );
}

/** What could not be loaded; the rest of the page stands. */
export function Failed({ what, here }: { what: string; here: string }) {
  return (
    <Notice variant="bad" heading={`${what} could not be loaded`} live="alert">
      <p>
        The problem is on our side.{" "}
        <a className="font-medium underline" href={here}>
          Retry
        </a>
      </p>
    </Notice>
  );
}

export function Loading({ what }: { what: string }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{what} is loading…</span>
      {[1, 2, 3].map((n) => (
        <div key={n} className="h-12 animate-pulse rounded-lg bg-line motion-reduce:animate-none" />
      ))}
    </div>
  );
}
