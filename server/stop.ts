import { log } from "#lib/observe/log.ts";
import { config } from "#lib/runtime/config.ts";

/** Sets how long a stopping process waits for the answers that it owes: a visitor's may wait 15 s for an eID. */
export const ANSWERS_MS = 22_000;
/** Bounds the stop: after that it writes what waits and closes its connections to the database. */
const STOP_MS = ANSWERS_MS + 10_000;
/** Takes two signals for one: a terminal, npm and systemd send each to every process of a group, and each passes it on. */
const SAME_SIGNAL_MS = 1_000;

type Steps = {
  /** Readiness says no from now on, and everything is served meanwhile. */
  leave: () => void;
  /** Takes nothing new, answers what is under way, and ends the process. */
  close: () => void;
};

/** Takes the steps at the first signal. A second one, later than `SAME_SIGNAL_MS`, ends the process at once. */
export function onSignal({ leave, close }: Steps): void {
  let since: number | null = null;
  let isClosing = false;
  const closeOnce = () => {
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => {
      log.error({ event: "stop_aborted" });
      process.exit(1);
    }, STOP_MS);
    close();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      if (since !== null) return void (performance.now() - since > SAME_SIGNAL_MS && process.exit(1));
      since = performance.now();
      leave();
      setTimeout(closeOnce, config().shutdownDelayMs);
    });
  // What started this process is gone, and may be about to start another on this port.
  process.once("disconnect", closeOnce);
}
