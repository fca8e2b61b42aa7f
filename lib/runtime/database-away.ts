import { countRepeats } from "#lib/base/repeats.rules.ts";
import { databaseAdvice } from "#lib/base/sqlstate.rules.ts";
import { faultOf, log } from "#lib/observe/log.ts";

const repeats = countRepeats();
let outage: { firstFault: number; lastFault: number; isLogged: boolean } | null = null;

/** Logs that the database does not answer. Probes, pages and figures notice it many times a second: one line a minute for each code. */
export function logDatabaseAway(fault: unknown): void {
  const now = performance.now();
  outage ??= { firstFault: now, lastFault: now, isLogged: false };
  outage.lastFault = now;
  const known = faultOf(fault);
  const times = repeats(known.code ?? known.fault, now);
  if (times === null) return;
  outage.isLogged = true;
  log.error({ event: "database_away", times, ...known, advice: databaseAdvice(known.code) });
}

/** The database answered in time. Logs the end of an outage if its beginning was logged: `repeats` leaves some out. */
export function logDatabaseBack(): void {
  if (outage?.isLogged)
    log.info({ event: "database_back", afterSeconds: Math.round((outage.lastFault - outage.firstFault) / 1_000) });
  outage = null;
}
