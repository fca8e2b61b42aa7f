import { formatMoment } from "#app/_ui/format-date.ts";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { modeOfKey } from "#lib/core/provider.rules.ts";
import { isOver, type KeyFacts, keysWithout } from "#lib/keys/plugin-key.rules.ts";
import { listKeys, permissionToEnd } from "#lib/keys/plugin-key.ts";

/** The key of an address, the key that it replaces or that replaces it, and what this member may do. `null` for other keys. */
export async function keyPageOf(text: string) {
  const { user, organization } = await currentMembership();
  const { id, role, timeZone } = organization;
  const listed = await listKeys(user, id);
  const keys = listed.ok ? listed.rows : [];
  const row = keys.find((one) => one.key === text);
  if (!row) return null;
  const now = new Date();
  const works = (one: (typeof keys)[number]) => !isOver(one, now);
  const successor = keys.find((one) => one.replacesId === row.id && works(one));
  const predecessor = keys.find((one) => one.id === row.replacesId);
  const [old, fresh] = row.endsAt ? [row, successor] : [predecessor, row];
  const outlookOf = (gone: string) => outlookText(gone, keys, timeZone, now);
  const rotation =
    old?.endsAt && works(old) && fresh && works(fresh)
      ? { old, endsAt: old.endsAt, fresh, outlook: outlookOf(old.key) }
      : null;
  return {
    user,
    organization,
    row,
    /** While both keys of a rotation work. `outlook`: what is left without the old one, where no key stays. */
    rotation,
    predecessor,
    isOver: !works(row),
    outlook: outlookOf(text),
    keepable: rotation?.fresh.key === text ? rotation.old.key : null,
    access: {
      organization: id,
      disabledReason: disabledReasonFor(role, permissionToEnd(row.mode)),
      disabledBy: "read-only",
    },
    now,
  };
}

/** Says what is left of a mode's keys without this one, where none stays; `null`: another one goes on. */
function outlookText(gone: string, keys: readonly KeyFacts[], timeZone: string, now: Date): string | null {
  const outlook = keysWithout(gone, keys, now);
  if (outlook.works) return null;
  const mode = modeOfKey(gone);
  return outlook.until === null
    ? `After this, no ${mode} key works`
    : `After this, no ${mode} key works from ${formatMoment(outlook.until, timeZone, now)}`;
}
