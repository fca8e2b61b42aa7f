import { Badge } from "#app/_ui/badge.tsx";
import { formatDate } from "#app/_ui/format-date.ts";

type Ends = { endsAt: Date | null; revokedAt: Date | null };
type State = Ends & { pausedAt: Date | null; isLocked: boolean; timeZone: string; now: Date };

/** Whether a key works, how long, and whether it needs a secret. */
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
  if (pausedAt) return <Badge variant="warn">Paused {formatDate(pausedAt, timeZone)}</Badge>;
  if (endsAt) return <Badge variant="warn">Works until {formatDate(endsAt, timeZone)}</Badge>;
  return <Badge variant="good">Works</Badge>;
}

export function isOver({ endsAt, revokedAt }: Ends, now: Date): boolean {
  return revokedAt !== null || (endsAt !== null && endsAt <= now);
}
