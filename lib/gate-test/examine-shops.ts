import { endRun, noteCaseDone, takeWaitingRun } from "#db/queries/gate-test-run.ts";
import { isLoopback } from "#lib/base/host.rules.ts";
import type { ReturnUrl } from "#lib/core/return-url.rules.ts";
import type { Network } from "#lib/domains/network.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { type ExaminationLimits, examineInThread } from "./examine-in-thread.ts";
import { runAddress } from "./gate-test-run.ts";
import { groundsOf } from "./grounds.ts";
import { readRun, runSecret } from "./run.ts";
import { RUN_TIMES } from "./run-state.rules.ts";
import { admitPage, networkOf } from "./shop-page.ts";
import { type StoredReport, storedReportOf } from "./stored-report.rules.ts";

/** A walk spends most of its minute waiting, and each has a thread of its own, so four delay no other job. */
const MAX_AT_ONCE = 4;
/** pg-boss takes a job for failed after five minutes. The next one, a minute later at the latest, goes on. */
const BEGIN_FOR_MS = 3 * 60_000;
const AGAIN_MS = 1_000;

/** Examines the shops whose runs wait, and those that come meanwhile: every minute, and when a member asks. */
export async function examineShops(
  networkFor: (returnUrl: ReturnUrl) => Network = networkOf,
  limits: ExaminationLimits = { ms: RUN_TIMES.examineMs },
): Promise<void> {
  const began = performance.now();
  const open = new Set<Promise<void>>();
  for (;;) {
    const mayBegin = open.size < MAX_AT_ONCE && performance.now() - began < BEGIN_FOR_MS;
    const run = mayBegin ? await takeWaitingRun(database(), RUN_TIMES) : null;
    if (run !== null) {
      const examined = examineShop(run, networkFor, limits).finally(() => open.delete(examined));
      open.add(examined);
    } else if (open.size === 0) return;
    else await Promise.race([...open, new Promise((again) => setTimeout(again, AGAIN_MS).unref())]);
  }
}

type TakenRun = NonNullable<Awaited<ReturnType<typeof takeWaitingRun>>>;
/** Says why a requested run could not examine its shop, as its row says. */
export type Obstacle =
  | "shop_not_yours"
  | "doctor_key_missing"
  | "run_expired"
  | "host_not_found"
  | "address_not_public"
  | "no_answer"
  | "page_too_heavy"
  | "fault";

type Ended = { report: StoredReport } | { obstacle: Obstacle };

/** Never throws: a run that breaks ends no other one. One whose end cannot be written is `stopped` after `RUN_TIMES.examineMs`. */
async function examineShop(run: TakenRun, networkFor: (returnUrl: ReturnUrl) => Network, limits: ExaminationLimits) {
  const end = (ended: Ended) => endRun(database(), run.id, ended);
  try {
    await end(await reportOf(run, networkFor, limits));
  } catch (fault) {
    log.error({ event: "shop_not_examined", ...faultOf(fault) });
    await end({ obstacle: "fault" }).catch(() => {});
  }
}

/** The key and the host are looked up anew: since the run was prepared, either may have been lost. */
async function reportOf(
  { id, key, page, start, protects, sealed }: TakenRun,
  networkFor: (returnUrl: ReturnUrl) => Network,
  limits: ExaminationLimits,
): Promise<Ended> {
  const admitted = await admitPage(key, page);
  if (!admitted.ok) return { obstacle: admitted.reason === "doctor_key_missing" ? admitted.reason : "shop_not_yours" };
  const known = await readRun(sealed);
  if (known === null) return { obstacle: "run_expired" };
  const { returnUrl } = admitted;
  const address = runAddress(sealed);
  const place = { shop: new URL(returnUrl.href).origin, address, port: ownPort() };
  const found = await groundsOf(place, networkFor(returnUrl));
  if ("flaw" in found) return { obstacle: found.flaw };
  const { grounds } = found;
  const onCase = () => void noteCaseDone(database(), id).catch(() => {});
  const given = { url: returnUrl.href, address, secret: runSecret(known), protects, grounds };
  const report = await examineInThread(start === null ? given : { ...given, start }, onCase, limits);
  return report === null ? { obstacle: "page_too_heavy" } : { report: storedReportOf(report) };
}

/** Gives the port at which this machine answers itself. */
function ownPort(): number {
  const { baseUrl, port } = config();
  const { hostname, port: named } = new URL(baseUrl);
  return isLoopback(hostname) && named !== "" ? Number(named) : port;
}
