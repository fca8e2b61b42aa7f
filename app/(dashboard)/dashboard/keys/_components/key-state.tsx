import { Badge } from "#app/_ui/badge.tsx";
import { formatMoment, formatShortDay, formatWhen } from "#app/_ui/format-date.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { daysMs } from "#lib/base/time.rules.ts";
import { isOver } from "#lib/keys/plugin-key.rules.ts";

type Ends = { endsAt: Date | null; revokedAt: Date | null };
type State = Ends & { pausedAt: Date | null; isLocked: boolean; isShort?: boolean; timeZone: string; now: Date };

/** Badges for the state of a key: whether it works, until when, and whether it needs a secret. `isShort`: days without times. */
export function KeyState({ isLocked, ...state }: State) {
  return (
    <>
      <Works {...state} />
      {isLocked && !isOver(state, state.now) && (
        <>
          {" "}
          <Badge>
            <Icon name="lock" />
            Locked
          </Badge>
        </>
      )}
    </>
  );
}

function Works({ endsAt, revokedAt, pausedAt, isShort, timeZone, now }: Omit<State, "isLocked">) {
  const dayOf = (at: Date) => (isShort ? formatShortDay : formatMoment)(at, timeZone, now);
  if (revokedAt) return <Badge>Revoked {dayOf(revokedAt)}</Badge>;
  if (endsAt && endsAt <= now) return <Badge>Ended {dayOf(endsAt)}</Badge>;
  if (pausedAt) return <Badge variant="bad">Paused</Badge>;
  if (endsAt) return <Badge variant="busy">Ends {dayOf(endsAt)}</Badge>;
  return <Badge variant="good">Active</Badge>;
}

type Use = { lastUsedAt: Date | null; lastHost: string | null };

/** Uses are remembered for so long. */
const REMEMBERED_MS = daysMs(30);

/** When and for which host a key was last used. `null`: not used. `undefined`: its use could not be loaded, which is not the same. */
export function lastUsedText(
  use: Use | null | undefined,
  { createdAt }: { createdAt: Date },
  timeZone: string,
  now: Date,
): string {
  if (use === undefined) return "Not loaded";
  if (!use?.lastUsedAt) return +now - +createdAt < REMEMBERED_MS ? "Never used" : "Not used in 30 days";
  const when = formatWhen(use.lastUsedAt, timeZone, now);
  return use.lastHost ? `${when}, ${use.lastHost}` : when;
}
