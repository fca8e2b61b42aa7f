import type { ReactNode } from "react";
import { cn } from "./cn.ts";

type Card = { heading?: ReactNode; lead?: ReactNode; action?: ReactNode; className?: string; children: ReactNode };

/** A section of a page, with its heading. */
export function Card({ heading, lead, action, className, children }: Card) {
  return (
    <section className={cn("rounded-xl border border-line bg-card p-4 sm:p-6", className)}>
      {heading && (
        <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
          <div className="grid gap-1">
            <h2 className="text-lg font-semibold">{heading}</h2>
            {lead && <p className="max-w-prose text-pretty text-soft">{lead}</p>}
          </div>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}
