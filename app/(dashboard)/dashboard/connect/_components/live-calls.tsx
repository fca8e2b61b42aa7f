"use client";

import Link from "next/link";
import { useEffect, useState } from "react";
import { Badge } from "#app/_ui/badge.tsx";
import type { RecentCall } from "../_lib/recent-calls.ts";

const EVERY_MS = 3_000;

/** Asks for the latest calls every three seconds, and shows why each refused one was refused. */
export function LiveCalls({ organization, first }: { organization: string; first: RecentCall[] }) {
  const [calls, setCalls] = useState(first);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const timer = setInterval(async () => {
      if (document.hidden) return;
      const answer = await fetch(`/dashboard/connect/calls?organization=${organization}`).catch(() => null);
      setFailed(!answer?.ok);
      if (answer?.ok) setCalls(await answer.json());
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [organization]);
  return (
    <div aria-live="polite" className="grid gap-3">
      {hasFailed && <p className="font-medium text-bad">The latest calls could not be loaded. We go on trying.</p>}
      {calls.length === 0 ? (
        <p className="flex items-center gap-3">
          <span aria-hidden="true" className="size-3 animate-pulse rounded-full bg-accent motion-reduce:animate-none" />
          Waiting for your first call…
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {calls.map((call, n) => (
            <li key={n} className="grid gap-1 py-3">
              <p className="flex flex-wrap items-center gap-2">
                <Badge variant={call.ok ? "good" : "bad"}>{call.ok ? "OK" : "Refused"}</Badge>
                <span className="font-medium">{call.words}</span>
                <span className="text-sm text-soft">{call.at}</span>
              </p>
              {call.fix && (
                <p className="text-soft">
                  {call.fix}{" "}
                  {call.link && (
                    <Link prefetch={false} className="text-accent underline" href={call.link}>
                      {call.link.startsWith("/dashboard") ? "Go there" : "Read why"}
                    </Link>
                  )}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
