import { formatDate } from "#app/_ui/format-date.ts";

type Use = { lastUsedAt: Date | null; lastHost: string | null; callsInDay: number };

/** `null`: the key was not used. `undefined`: that could not be loaded, and must not be taken for "not used". */
export function wordsOfUse(use: Use | null | undefined, timeZone: string): string {
  if (use === undefined) return "Its use could not be loaded: reload the page to see it";
  if (!use?.lastUsedAt) return "Not used in the last 30 days";
  const host = use.lastHost ? ` for ${use.lastHost}` : "";
  const calls = `${use.callsInDay} ${use.callsInDay === 1 ? "call" : "calls"} in 24 hours`;
  return `Last used ${formatDate(use.lastUsedAt, timeZone)}${host} · ${calls}`;
}
