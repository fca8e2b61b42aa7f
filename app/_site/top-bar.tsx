import type { ReactNode } from "react";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Brand } from "./brand.tsx";

type Place = { href: string; words: string };

/** Draws what is above a page of the whole width: brand, links, one button. A phone shows the first link alone. */
export function TopBar({ links, next }: { links: readonly Place[]; next: Place }) {
  return (
    <header className="mx-auto flex min-h-16 w-full max-w-280 flex-wrap items-center gap-x-6 gap-y-2 px-5">
      <Brand />
      <nav aria-label="Site" className="ms-auto flex gap-6">
        {links.map(({ href, words }, n) => (
          <a
            key={href}
            href={href}
            className={`text-soft no-underline hover:text-ink hover:underline ${n > 0 ? "max-sm:hidden" : ""}`}
          >
            {words}
          </a>
        ))}
      </nav>
      <ButtonLink href={next.href}>{next.words}</ButtonLink>
    </header>
  );
}

/** Holds the content of such a page. `className`: how its parts are laid out. */
export function SiteMain({ className = "", children }: { className?: string; children: ReactNode }) {
  return <main className={`mx-auto w-full max-w-280 px-5 ${className}`}>{children}</main>;
}
