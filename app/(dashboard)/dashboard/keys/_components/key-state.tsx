import { Badge } from "#app/_ui/badge.tsx";
import { when } from "#app/_ui/format-date.ts";

type Ends = { endsAt: Date | null; revokedAt: Date | null };
type State = Ends & { pausedAt: Date | null; isLocked: boolean; timeZone: string; now: Date };

/** Whether a key works, how long, and whether it needs a secret. */
export function KeyState({ isLocked, ...state }: State) {
  return (
    <>
      <Works {...state} />
      {isLocked && !isOver(state, state.now) && <Badge look="plain">Locked</Badge>}
    </>
  );
}

function Works({ endsAt, revokedAt, pausedAt, timeZone, now }: Omit<State, "isLocked">) {
  if (revokedAt) return <Badge look="bad">Revoked {when(revokedAt, timeZone)}</Badge>;
  if (endsAt && endsAt <= now) return <Badge look="bad">Ended {when(endsAt, timeZone)}</Badge>;
  if (pausedAt) return <Badge look="warn">Paused {when(pausedAt, timeZone)}</Badge>;
  if (endsAt) return <Badge look="warn">Works until {when(endsAt, timeZone)}</Badge>;
  return <Badge look="good">Works</Badge>;
}

export function isOver({ endsAt, revokedAt }: Ends, now: Date): boolean {
  return revokedAt !== null || (endsAt !== null && endsAt <= now);
}
