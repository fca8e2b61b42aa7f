import type { ReactNode } from "react";
import { classes } from "./classes.ts";

type Tab = { href: string; name: ReactNode; note?: ReactNode; isCurrent: boolean };

/** Leads to the pages of one part. Each has an address. `note`: a number beside the name, where there is room. */
export function Tabs({ label, links }: { label: string; links: readonly Tab[] }) {
  return (
    <nav
      aria-label={label}
      className="mb-5 flex gap-5 overflow-x-auto border-b border-line [scrollbar-width:none] max-sm:gap-4"
    >
      {links.map(({ href, name, note, isCurrent }) => (
        <a
          key={href}
          href={href}
          aria-current={isCurrent ? "page" : undefined}
          className={classes(
            "inline-flex min-h-[max(2.5rem,var(--spacing-control))] items-center gap-1.5 whitespace-nowrap no-underline",
            "focus-visible:-outline-offset-2",
            isCurrent
              ? "font-semibold text-ink shadow-[inset_0_-2px_var(--color-accent)] forced-colors:border-b-3"
              : "text-soft hover:text-ink hover:shadow-[inset_0_-2px_var(--color-edge)]",
          )}
        >
          {name} {note !== undefined && <span className="text-meta text-soft max-sm:hidden">{note}</span>}
        </a>
      ))}
    </nav>
  );
}
