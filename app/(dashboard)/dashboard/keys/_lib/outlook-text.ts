import { formatMoment } from "#app/_ui/format-date.ts";
import { type KeyFacts, keysWithout, modeOfKey } from "#lib/keys/plugin-key.rules.ts";

/** What is left of a mode's keys without this one, where none stays; `null`: another one goes on. */
export function outlookText(gone: string, keys: readonly KeyFacts[], timeZone: string, now: Date): string | null {
  const outlook = keysWithout(gone, keys, now);
  if (outlook.works) return null;
  const mode = modeOfKey(gone);
  return outlook.until === null
    ? `After this, no ${mode} key works`
    : `After this, no ${mode} key works from ${formatMoment(outlook.until, timeZone, now)}`;
}
