import cluster from "node:cluster";
import { flushCompileCache } from "node:module";
import { config } from "#lib/core/config.ts";
import { flushLog, log } from "#lib/core/log.ts";

/** How long a stopping process waits for the answers that it owes: a visitor's may wait 15 s for an eID. */
export const ANSWERS_MS = 22_000;
/** After that it writes what waits and closes its connections to the database. A process that takes longer is killed. */
const STOP_MS = ANSWERS_MS + 10_000;
/** A terminal, npm and systemd send one signal to every process of a group, and each passes it on. */
const SAME_SIGNAL_MS = 1_000;
const SIGNALS = ["SIGTERM", "SIGINT"] as const;

type Steps = {
  /** Readiness says no from now on, and everything is served meanwhile. */
  leave: () => void;
  /** Takes nothing new, answers what is under way, and ends the process. */
  close: () => void;
};

/** Steps of the process that an operator started. `abort`: at a second signal, ends it at once. */
export function onSignal({ leave, close, abort }: Steps & { abort: () => void }): void {
  let since: number | null = null;
  const closeOnce = once(close);
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (since !== null) return void (performance.now() - since > SAME_SIGNAL_MS && abort());
      since = performance.now();
      leave();
      setTimeout(closeOnce, config().shutdownDelayMs);
    });
  // What started this process is gone, and may be about to start another on this port.
  process.once("disconnect", closeOnce);
}

/** Steps of a process that has a supervisor: it says when. A signal to the whole group must not come before it. */
export function onSupervisor({ leave, close }: Steps): void {
  // Otherwise Node ends a worker at once when its supervisor is gone, with answers under way.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
  for (const signal of SIGNALS) process.on(signal, () => {});
  const closeOnce = once(close);
  process.once("disconnect", closeOnce);
  process.on("message", (message: { leave?: boolean; stop?: boolean } | null) => {
    if (message?.leave) {
      leave();
      // Now, because nobody waits for this process yet.
      flushCompileCache();
    }
    if (message?.stop) closeOnce();
  });
}

/**
 * Ends this process, which has nothing left to do. Its supervisor kills it: an exit of its own waits for each of Node's threads,
 * which on a busy machine takes a fifth of a second, and as long again until the supervisor may exit itself.
 */
export function endProcess(status: number): void {
  if (!cluster.isWorker || !process.connected) process.exit(status);
  process.once("disconnect", () => process.exit(status));
  flushLog();
  process.send?.({ ended: true, status });
}

/** From now on this process has so long to stop. `kill`: ends the others that it waits for. */
export function limitStop(kill = () => {}): void {
  setTimeout(() => {
    log.error({ event: "stop_aborted" });
    kill();
    process.exit(1);
  }, STOP_MS);
}

function once(work: () => void): () => void {
  let hasRun = false;
  return () => {
    if (hasRun) return;
    hasRun = true;
    work();
  };
}
