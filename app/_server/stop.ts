import cluster from "node:cluster";

/** Runs `stop` once, when the process that started this one says so or is gone, or at a signal. */
export function onStop(stop: () => void, signals: readonly NodeJS.Signals[] = ["SIGTERM", "SIGINT"]): void {
  // Otherwise Node ends a worker at once when its supervisor is gone, with answers under way.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
  let isStopping = false;
  const stopOnce = () => {
    if (isStopping) return;
    isStopping = true;
    stop();
  };
  for (const signal of signals) process.on(signal, stopOnce);
  process.once("disconnect", stopOnce);
  process.on("message", (message: { stop?: boolean } | null) => message?.stop && stopOnce());
}
