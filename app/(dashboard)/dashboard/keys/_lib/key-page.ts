import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { type ReaderDates, readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import { modeOfKey } from "#lib/core/provider.rules.ts";
import { isOver, type KeyFacts, keysWithout } from "#lib/keys/plugin-key.rules.ts";
import { listKeys } from "#lib/keys/plugin-key.ts";

/** Reads the key of an address, and the key that it replaces or that replaces it. `null` for other keys. */
export async function keyPageOf(text: string) {
  const { user, organization } = await currentMembership();
  const listed = await listKeys(user, organization.id);
  const keys = listed.ok ? listed.rows : [];
  const row = keys.find((one) => one.key === text);
  if (!row) return null;
  const dates = await readerDates();
  const works = (one: (typeof keys)[number]) => !isOver(one, dates.now);
  const successor = keys.find((one) => one.replacesId === row.id && works(one));
  const predecessor = keys.find((one) => one.id === row.replacesId);
  const [old, fresh] = row.endsAt ? [row, successor] : [predecessor, row];
  const rotation =
    old?.endsAt && works(old) && fresh && works(fresh)
      ? { old, endsAt: old.endsAt, fresh, outlook: outlookText(old.key, keys, dates) }
      : null;
  return {
    row,
    /** While both keys of a rotation work. `outlook`: what is left without the old one, where no key stays. */
    rotation,
    predecessor,
    isOver: !works(row),
    outlook: outlookText(text, keys, dates),
    keepable: rotation?.fresh.key === text ? rotation.old.key : null,
  };
}

/** Says what is left of a mode's keys without this one, where none stays; `null`: another one goes on. */
function outlookText(gone: string, keys: readonly KeyFacts[], { now, moment }: ReaderDates): string | null {
  const outlook = keysWithout(gone, keys, now);
  if (outlook.works) return null;
  const mode = modeOfKey(gone);
  return outlook.until === null
    ? `After this, no ${mode} key works`
    : `After this, no ${mode} key works from ${moment(outlook.until)}`;
}
