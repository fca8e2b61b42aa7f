import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { isOver } from "#lib/keys/plugin-key.rules.ts";
import { listKeys, permissionToEnd } from "#lib/keys/plugin-key.ts";
import { outlookText } from "./outlook-text.ts";

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
