import { endRun, noteCaseDone, takeWaitingRun } from "#db/queries/doctor-run.ts";
import { config } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import { isLoopback } from "#lib/core/host.rules.ts";
import { faultOf, log } from "#lib/core/log.ts";
import type { ReturnUrl } from "#lib/core/return-url.rules.ts";
import type { Network } from "#lib/domains/network.ts";
import { walk as examine } from "#packages/doctor/src/walk.ts";
import { runAddress } from "./doctor-run.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import type { Obstacle } from "./reasons.ts";
import { readRun, runSecret } from "./run.ts";
import { RUN_TIMES } from "./run-state.rules.ts";
import { admitPage, networkOf } from "./shop-page.ts";
import { type StoredReport, storedReportOf } from "./stored-report.rules.ts";

/** A shop spends its minute waiting, so several need little of the processor. */
const MAX_AT_ONCE = 4;
/** A job is taken for failed after five minutes. Its next one, a minute later at the latest, goes on. */
const BEGIN_FOR_MS = 3 * 60_000;
const AGAIN_MS = 1_000;

/** Every minute, and when a member asks: examines the shops whose runs wait, and those that come meanwhile. */
export async function examineShops(): Promise<void> {
  return examineShopsOver(networkOf);
}

/** The same over a test's network. */
export async function examineShopsOver(networkFor: (returnUrl: ReturnUrl) => Network): Promise<void> {
  const began = performance.now();
  const open = new Set<Promise<void>>();
  for (;;) {
    const mayBegin = open.size < MAX_AT_ONCE && performance.now() - began < BEGIN_FOR_MS;
    const run = mayBegin ? await takeWaitingRun(database(), RUN_TIMES) : null;
    if (run !== null) {
      const examined = examineShop(run, networkFor).finally(() => open.delete(examined));
      open.add(examined);
    } else if (open.size === 0) return;
    else await Promise.race([...open, new Promise((again) => setTimeout(again, AGAIN_MS).unref())]);
  }
}

type TakenRun = NonNullable<Awaited<ReturnType<typeof takeWaitingRun>>>;

async function examineShop(run: TakenRun, networkFor: (returnUrl: ReturnUrl) => Network): Promise<void> {
  const ended = await reportOf(run, networkFor).catch((fault: unknown) => {
    log.error({ event: "shop_not_examined", ...faultOf(fault) });
    return { obstacle: "fault" as const };
  });
  await endRun(database(), run.id, ended);
}

/** The key and the host are looked up anew: since the run was prepared, either may have been lost. */
async function reportOf(
  { id, key, page, start, protects, sealed }: TakenRun,
  networkFor: (returnUrl: ReturnUrl) => Network,
): Promise<{ report: StoredReport } | { obstacle: Obstacle }> {
  const admitted = await admitPage(key, page);
  if (!admitted.ok) return { obstacle: admitted.reason === "doctor_key_missing" ? admitted.reason : "shop_not_yours" };
  const known = await readRun(sealed);
  if (known === null) return { obstacle: "run_expired" };
  const { returnUrl } = admitted;
  const address = runAddress(sealed);
  const grounds = { shop: new URL(returnUrl.href).origin, network: networkFor(returnUrl), address, port: ownPort() };
  const guarded = await guardedFetch(grounds);
  if ("flaw" in guarded) return { obstacle: guarded.flaw };
  const signal = AbortSignal.timeout(RUN_TIMES.examineMs);
  const secret = runSecret(known);
  const onCase = () => void noteCaseDone(database(), id).catch(() => {});
  const given = { url: returnUrl.href, address, secret, protects, fetch: guarded.fetch, signal, onCase };
  return { report: storedReportOf(await examine(start === null ? given : { ...given, start })) };
}

/** Where this machine answers itself. */
function ownPort(): number {
  const { baseUrl, port } = config();
  const { hostname, port: named } = new URL(baseUrl);
  return isLoopback(hostname) && named !== "" ? Number(named) : port;
}
