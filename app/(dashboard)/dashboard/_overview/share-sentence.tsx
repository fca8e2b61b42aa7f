import { formatDays } from "#app/_ui/format-date.ts";
import type { Overview } from "#lib/activity/overview.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { type Change, type Count, changeOf, isBeforeCounted, shareParts } from "./overview.rules.ts";

type Props = { overview: Overview; mode: Mode; count: Count };

/** Says in one sentence how many checks were confirmed and how that changed, and beside it, when. */
export function ShareSentence({ overview: { funnel, before, days }, mode, count }: Props) {
  const now = new Date();
  const [first = "", last = ""] = [days[0]?.day, days.at(-1)?.day];
  const change = isBeforeCounted(first, days.length, now) ? changeOf(funnel, before, count) : null;
  return (
    <div className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <h2 id="share" className="flex-auto text-page">
        {shareParts(funnel, mode, count).join(" · ")}
        {change && (
          <>
            {" · "}
            <Changed {...change} />{" "}
            <span className="text-meta text-soft">
              vs {days.length === 1 ? "the day" : `${days.length} days`} before
            </span>
          </>
        )}
      </h2>
      <span className="text-meta text-soft">
        {formatDays(first, last, now)} (UTC), {mode}
      </span>
    </div>
  );
}

const ARROWS = { up: "▲", down: "▼" } as const;

function Changed({ direction, words }: Change) {
  if (direction === null) return words;
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true">{ARROWS[direction]}</span>
      <span className="sr-only">{direction}</span> {words}
    </span>
  );
}
