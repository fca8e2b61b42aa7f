import { faultOf, log } from "#lib/core/log.ts";
import { noteStatus } from "#lib/core/request-context.ts";
import { isOutage } from "#lib/core/sqlstate.rules.ts";

/** Reads one part of a page. After a fault of ours it logs and answers `null`, so that the page can show the other parts. */
export async function loadOrFail<Result>(part: string, read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch (fault) {
    const known = faultOf(fault);
    if (isOutage(known.code)) noteStatus(503);
    log.error({ event: "part_not_loaded", part, ...known });
    return null;
  }
}
