import { faultOf, log } from "#lib/observe/log.ts";

/** Reads one part of a page. After a fault of ours it logs and answers `null`, so that the page can show the other parts. */
export async function loadOrFail<Result>(part: string, read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch (fault) {
    log.error({ event: "part_not_loaded", part, ...faultOf(fault) });
    return null;
  }
}

/** Names a row that a verb lists. */
export type RowOf<Read extends (...given: never[]) => Promise<unknown>> = Extract<
  Awaited<ReturnType<Read>>,
  { rows: readonly unknown[] }
>["rows"][number];
