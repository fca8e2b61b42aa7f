import { Badge } from "#app/_ui/badge.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import type { RowOf } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { type ReaderDates, readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import type { keyUseOf } from "#lib/activity/key-use.ts";
import { daysMs } from "#lib/base/time.rules.ts";
import { isOver } from "#lib/keys/plugin-key.rules.ts";
import type { listKeys } from "#lib/keys/plugin-key.ts";

export type Key = RowOf<typeof listKeys>;
export type KeyUse = RowOf<typeof keyUseOf>;

type State = { row: Key; isShort?: boolean };

/** Shows the state of a key: whether it works, until when, and whether it needs a secret. `isShort`: days without times. */
export async function KeyState({ row, isShort }: State) {
  const { now, moment, shortDay } = await readerDates();
  return (
    <>
      <Works row={row} now={now} dayOf={isShort ? shortDay : moment} />
      {row.isLocked && !isOver(row, now) && (
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

type Works = { row: Key; now: Date; dayOf: (at: Date) => string };

function Works({ row: { endsAt, revokedAt, pausedAt }, now, dayOf }: Works) {
  if (revokedAt) return <Badge>Revoked {dayOf(revokedAt)}</Badge>;
  if (endsAt && endsAt <= now) return <Badge>Ended {dayOf(endsAt)}</Badge>;
  if (pausedAt) return <Badge variant="bad">Paused</Badge>;
  if (endsAt) return <Badge variant="busy">Ends {dayOf(endsAt)}</Badge>;
  return <Badge variant="good">Active</Badge>;
}

/** Uses are remembered for so long. */
const REMEMBERED_MS = daysMs(30);

/** Says when and for which host a key was last used. `null`: not used. `undefined`: its use could not be loaded, which is not the same. */
export function lastUsedText(use: KeyUse | null | undefined, { createdAt }: Key, { now, when }: ReaderDates): string {
  if (use === undefined) return "Not loaded";
  if (!use?.lastUsedAt) return +now - +createdAt < REMEMBERED_MS ? "Never used" : "Not used in 30 days";
  const last = when(use.lastUsedAt);
  return use.lastHost ? `${last}, ${use.lastHost}` : last;
}
