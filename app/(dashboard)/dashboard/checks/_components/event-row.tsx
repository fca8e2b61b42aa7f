import Link from "next/link";
import { Badge } from "#app/_ui/badge.tsx";
import { formatDate } from "#app/_ui/format-date.ts";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { explanationOf } from "#lib/activity/explanation.rules.ts";
import type { ActivityPage } from "#lib/activity/list.ts";

/** The badge of each kind, if it succeeded and if not. Its colour only repeats the text. */
const KINDS = {
  call: { ok: "Call", not: "Call refused" },
  step: { ok: "Visitor", not: "Visitor stopped" },
  check: { ok: "Token check", not: "Check refused" },
  dropped: { ok: "Gap", not: "Gap" },
} as const;

type Event = Omit<ActivityPage["rows"][number], "id">;

/** One event: its explanation, how to fix it, and its facts. */
export function EventRow({ event, timeZone }: { event: Event; timeZone: string }) {
  const { words, fix, link } = explanationOf(event);
  const facts = [
    event.code,
    event.provider && eidName(event.provider, event.mode),
    event.minimumAge && `age ${event.minimumAge}`,
    event.host,
    event.mode,
    event.keyLabel || event.key,
    event.billed && (event.mode === "live" ? "billed" : "free, as a test"),
  ].filter(Boolean);
  return (
    <li className="grid gap-1 py-3 md:grid-cols-[10.5rem_8.5rem_minmax(0,1fr)] md:gap-4">
      <p className="text-sm text-soft">{formatDate(event.at, timeZone)}</p>
      <p>
        <Badge variant={event.kind === "dropped" ? "busy" : event.ok ? "good" : "bad"}>
          {KINDS[event.kind][event.ok ? "ok" : "not"]}
        </Badge>
      </p>
      <div className="grid gap-1">
        <p className="font-medium">
          {event.droppedCount ? `${event.droppedCount} events were not recorded here` : words}
        </p>
        {fix && (
          <p>
            {fix}{" "}
            {link && (
              <Link prefetch={false} className="text-accent underline" href={link}>
                {link.startsWith("/dashboard") ? "Go there" : "Read why"}
              </Link>
            )}
          </p>
        )}
        <p className="text-sm text-soft">
          {facts.join(" · ")}
          {event.reference && (
            <>
              {" · reference "}
              <Link
                prefetch={false}
                className="font-mono underline"
                href={`/dashboard/checks?reference=${event.reference}`}
              >
                {event.reference}
              </Link>
            </>
          )}
        </p>
      </div>
    </li>
  );
}
