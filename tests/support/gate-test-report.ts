import { plainFetch, type Report, walk } from "#packages/gate-test/src/index.ts";
import { openRun } from "#packages/gate-test/src/open-run.ts";

/** What the gate test is told of a shop on this machine. `start`: starts the shop at `page` with this address of Ageway. */
type ExaminedShop = { base: string; key: string; page: string; protects: string };

/** The gate test's report of a shop that takes the address of Ageway from its environment. */
export async function gateTestReport(
  { base, key, page, protects }: ExaminedShop,
  start: (ageway: string) => Promise<unknown>,
): Promise<Report> {
  const shop = new URL(page).origin;
  const run = await openRun(plainFetch(), { base, key, shop, secretOfKey: undefined, signal: patience() });
  if (typeof run === "string") throw new Error(run);
  await start(run.address);
  return walk({ url: page, ...run, protects, fetch: plainFetch(), signal: patience() });
}

/** Each step has its own: a shop whose packages come from a registry takes minutes to start. */
const patience = () => AbortSignal.timeout(180_000);
