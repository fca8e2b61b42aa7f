import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { log } from "#lib/core/log.ts";

/** `worker`: answers the fast routes, on the shared port. `pages`: runs Next, for all workers. */
type Role = "worker" | "pages";

/** How long after its end a process is started again: at once at first, later when it keeps ending. */
const RESTART_MS = { first: 100, max: 10_000 };
/** A process that ran for so long has not failed at its start. */
const STEADY_MS = 60_000;
/** A second more than a worker takes for the requests under way. */
const STOP_MS = 8_000;

/**
 * Runs the workers and the process of the pages, and starts again what ends. If one ends before all were ready, or this one is
 * told to stop, all end, the pages last: workers ask them until their last answer. `env`: of each worker.
 */
export function supervise(
  workers: number,
  { env, onReady }: { env: Record<string, string>; onReady: () => void },
): void {
  const folder = mkdtempSync(join(tmpdir(), "ageway-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const running = new Map<Worker, Role>();
  let notReady = workers + 1;
  let isStopping = false;
  let status = 0;

  const run = (role: Role, failures = 0) => {
    const began = performance.now();
    const common = { AGEWAY_PROCESS: role, AGEWAY_PAGES: join(folder, "pages") };
    const child = cluster.fork(role === "worker" ? { ...env, ...common } : common);
    running.set(child, role);
    closeWhatIsLost(child);
    child.on("message", (message) => {
      if (message?.changes) relay(child, message);
      if (!message?.ready) return;
      notReady -= 1;
      if (notReady === 0) onReady();
    });
    child.once("exit", (code, signal) => {
      running.delete(child);
      if (isStopping) status ||= code === 0 ? 0 : 1;
      else if (notReady > 0) void stop(1);
      else {
        log.error({ event: "process_ended", process: role, code, signal });
        const count = performance.now() - began < STEADY_MS ? failures + 1 : 0;
        setTimeout(() => isStopping || run(role, count), Math.min(RESTART_MS.max, RESTART_MS.first * 2 ** count));
      }
    });
  };

  /** Workers that read more slowly than they are told. One that stands still must not fill our memory. */
  const behind = new Set<Worker>();
  const relay = (from: Worker, message: { changes: unknown }) => {
    for (const [child, role] of running) {
      if (child === from || role !== "worker" || behind.has(child) || !child.isConnected()) continue;
      if (!child.send(message, () => behind.delete(child))) behind.add(child);
    }
  };

  const end = (role: Role) => {
    const ending = [...running].filter(([, other]) => other === role).map(([child]) => child);
    for (const child of ending) if (child.isConnected()) child.send({ stop: true });
    return Promise.all(ending.map((child) => once(child, "exit")));
  };

  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    status = code;
    setTimeout(() => {
      for (const child of running.keys()) child.process.kill("SIGKILL");
      process.exit(1);
    }, STOP_MS);
    await end("worker");
    await end("pages");
    process.exit(status);
  };

  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(0));
  process.once("disconnect", () => void stop(0));
  run("pages");
  for (let n = 0; n < workers; n += 1) run("worker");
}

/** Node forgets the connection that it was handing to a worker which ends meanwhile: its caller would wait for ever. */
function closeWhatIsLost(child: Worker): void {
  const send = child.process.send.bind(child.process);
  let handed: { close?: () => void } | undefined;
  child.process.send = (...given: unknown[]) => {
    if (typeof given[1] === "object" && given[1] !== null) handed = given[1];
    return send(...(given as Parameters<typeof send>));
  };
  // Of one that arrived, only our copy is closed, as Node has done by then.
  child.once("exit", () => handed?.close?.());
}
