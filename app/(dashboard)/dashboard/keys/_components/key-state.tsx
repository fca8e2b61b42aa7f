import { Badge } from "#app/_ui/badge.tsx";
import { formatDate } from "#app/_ui/format-date.ts";

type Ends = { endsAt: Date | null; revokedAt: Date | null };
type State = Ends & { pausedAt: Date | null; isLocked: boolean; timeZone: string; now: Date };

/** Badges for the state of a key: whether it works, until when, and whether it needs a secret. */
export function KeyState({ isLocked, ...state }: State) {
  return (
    <>
      <Works {...state} />
      {isLocked && !isOver(state, state.now) && <Badge variant="plain">Locked</Badge>}
    </>
  );
}

function Works({ endsAt, revokedAt, pausedAt, timeZone, now }: Omit<State, "isLocked">) {
  if (revokedAt) return <Badge variant="bad">Revoked {formatDate(revokedAt, timeZone)}</Badge>;
  if (endsAt && endsAt <= now) return <Badge variant="bad">Ended {formatDate(endsAt, timeZone)}</Badge>;
  if (pausedAt) return <Badge variant="busy">Paused {formatDate(pausedAt, timeZone)}</Badge>;
  if (endsAt) return <Badge variant="busy">Works until {formatDate(endsAt, timeZone)}</Badge>;
  return <Badge variant="good">Works</Badge>;
}

export function isOver({ endsAt, revokedAt }: Ends, now: Date): boolean {
  return revokedAt !== null || (endsAt !== null && endsAt <= now);
}

type Use = { lastUsedAt: Date | null; lastHost: string | null; callsInDay: number };

/** Uses are remembered for so long. */
const REMEMBERED_MS = 30 * 86_400_000;

/** When a key was last used. `null`: not used. `undefined`: its use could not be loaded, which is not the same. */
export function lastUsedText(
  use: Use | null | undefined,
  { createdAt }: { createdAt: Date },
  timeZone: string,
): string {
  if (use === undefined) return "Its use could not be loaded: reload the page to see it";
  if (!use?.lastUsedAt) return Date.now() - +createdAt < REMEMBERED_MS ? "Never used" : "Not used in the last 30 days";
  const host = use.lastHost ? ` for ${use.lastHost}` : "";
  const calls = `${use.callsInDay} ${use.callsInDay === 1 ? "call" : "calls"} in 24 hours`;
  return `Last used ${formatDate(use.lastUsedAt, timeZone)}${host} · ${calls}`;
}
