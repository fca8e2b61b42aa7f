import { faultOf, log } from "./log.ts";
import { countRepeats } from "./repeats.rules.ts";
import { databaseAdvice } from "./sqlstate.rules.ts";

let repeats = countRepeats();
let since: number | null = null;

/** Logs that the database does not answer. Probes, pages and figures notice it many times a second: one line a minute for each code. */
export function logDatabaseAway(fault: unknown): void {
  const now = performance.now();
  since ??= now;
  const known = faultOf(fault);
  const times = repeats(known.code ?? known.fault, now);
  if (times === null) return;
  log.error({ event: "database_away", times, ...known, advice: databaseAdvice(known.code) });
}

/** Whoever asked the database heard from it. Logs the end of an outage. */
export function logDatabaseBack(): void {
  if (since === null) return;
  log.info({ event: "database_back", afterSeconds: Math.round((performance.now() - since) / 1_000) });
  since = null;
  // The next outage is logged at once.
  repeats = countRepeats();
}
