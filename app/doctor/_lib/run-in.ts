import { type Run, readRun } from "#lib/gate-test/run.ts";

/** The run that an address names, `/doctor/{run}/…`; `null`: there is none. A run has no character that an address would encode. */
export function runIn({ url }: Pick<Request, "url">): Promise<Run | null> {
  return readRun(new URL(url).pathname.split("/")[2] ?? "");
}
