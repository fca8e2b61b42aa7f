import { faultOf, log } from "#lib/core/log.ts";

/** A part of a page: what a verb answers, or `null` for a fault of ours, so that the rest of the page stands. */
export async function loadOrFail<Result>(part: string, read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch (fault) {
    log.error({ event: "part_not_loaded", part, ...faultOf(fault) });
    return null;
  }
}
