"use client";

import { useEffect, useState } from "react";

const EVERY_MS = 30_000;

/** Says over a list how many checks are newer. It asks `ask` while the page is in sight, and moves no row. `href`: the list. */
export function NewerChecks({ ask, href }: { ask: string; href: string }) {
  const [newer, setNewer] = useState(0);
  useEffect(() => {
    setNewer(0);
    const timer = setInterval(async () => {
      if (document.hidden) return;
      const answer = await fetch(ask).catch(() => null);
      if (answer?.status === 401) clearInterval(timer);
      if (answer?.ok) setNewer((await answer.json()).newer);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [ask]);
  return (
    <p role="status" className="absolute inset-x-0 top-0.5 z-2 mx-auto w-fit">
      {newer > 0 && (
        <a className="grid min-h-8 items-center rounded-full bg-raised px-3 no-underline shadow-2" href={href}>
          {newer} newer {newer === 1 ? "check" : "checks"}
        </a>
      )}
    </p>
  );
}
