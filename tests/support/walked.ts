import { plainFetch, type Report, walk } from "#packages/doctor/src/index.ts";
import { openRun } from "#packages/doctor/src/open-run.ts";

/** What the doctor is told of a shop on this machine. `start`: starts the shop at `page` with this address of Ageway. */
type Walked = { base: string; key: string; page: string; protects: string };

/** The doctor's report of a shop that takes the address of Ageway from its environment. */
export async function walked(
  { base, key, page, protects }: Walked,
  start: (ageway: string) => Promise<unknown>,
): Promise<Report> {
  const signal = AbortSignal.timeout(60_000);
  const shop = new URL(page).origin;
  const run = await openRun(plainFetch(), { base, key, shop, secretOfKey: undefined, signal });
  if (typeof run === "string") throw new Error(run);
  await start(run.address);
  return walk({ url: page, ...run, protects, fetch: plainFetch(), signal });
}
