import cluster, { type Worker } from "node:cluster";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { log } from "#lib/core/log.ts";
import { countProcessEnd, gauge } from "#lib/core/metrics.ts";
import { flagsOf } from "#lib/core/workers.rules.ts";
import { handover } from "./handover.ts";
import { heartbeatOf } from "./heartbeat.ts";
import { stopJobsThread } from "./jobs-thread.ts";
import { openPort } from "./port.ts";
import { limitStop, onSignal } from "./stop.ts";

/** `worker`: answers the fast routes, on the shared port. `pages`: runs Next, for all workers. */
type Role = "worker" | "pages";

/** How long after its end a process is started again: at once at first, later when it keeps ending. */
const RESTART_MS = { first: 100, max: 10_000 };
/** A process that ran for so long has not failed at its start. */
const STEADY_MS = 60_000;
const GONE = new Set(["EPIPE", "ECONNRESET", "ERR_IPC_CHANNEL_CLOSED"]);

/**
 * Runs the workers and the process of the pages, and starts again what ends; one that stands still, also at its start, is killed
 * first. If one ends by itself before all were ready, or this one is told to stop, the port closes and all end. The pages end
 * last: workers ask them until their last answer.
 */
export function supervise(workers: number, onReady: () => void): void {
  const folder = mkdtempSync(join(tmpdir(), "ageway-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const running = new Map<Worker, Role>();
  /** Those that have started. */
  const serving = new Map<Worker, ReturnType<typeof heartbeatOf>>();
  /** Those that were killed because they had nothing left to do. */
  const done = new WeakSet<Worker>();
  /** Processes of the pages that have said that they serve no request. */
  const quiet = new WeakSet<Worker>();
  const connections = handover();
  let notReady = workers + 1;
  let isStopping = false;
  let status = 0;

  const run = (role: Role, failures = 0) => {
    const began = performance.now();
    cluster.setupPrimary({ execArgv: flagsOf(role, process.execArgv, process.env.NODE_OPTIONS) });
    const child = cluster.fork({ AGEWAY_PROCESS: role, AGEWAY_PAGES: join(folder, "pages") });
    running.set(child, role);
    let isHung = false;
    const heartbeat = heartbeatOf(child.process, () => {
      isHung = true;
      log.error({ event: "process_hung", process: role, at: serving.has(child) ? "work" : "start" });
      child.process.kill("SIGKILL");
    });
    child.on("message", (message) => {
      if (message?.changes) relay(child, message);
      if (message?.ended) {
        status ||= message.status;
        end(child);
      }
      if (message?.quiet !== undefined) quiet[message.quiet ? "add" : "delete"](child);
      if (!message?.ready) return;
      serving.set(child, heartbeat);
      if (role === "worker") connections.add(child);
      notReady -= 1;
      if (notReady === 0 && !isStopping) openPort(connections.port, onReady, () => void stop(1));
    });
    child.on("error", throwUnlessGone);
    child.once("exit", (code, signal) => {
      running.delete(child);
      serving.delete(child);
      if (isStopping) status ||= done.has(child) || code === 0 ? 0 : 1;
      else if (notReady > 0 && !isHung) void stop(1);
      else {
        log.error({ event: "process_ended", process: role, code, signal });
        countProcessEnd(role, isHung ? "hung" : "ended");
        const count = performance.now() - began < STEADY_MS ? failures + 1 : 0;
        setTimeout(() => isStopping || run(role, count), Math.min(RESTART_MS.max, RESTART_MS.first * 2 ** count));
      }
    });
  };

  /** Workers that read more slowly than they are told. One that stands still must not fill our memory. */
  const behind = new WeakSet<Worker>();
  const relay = (from: Worker, message: { changes: unknown }) => {
    for (const [child, role] of running) {
      if (child === from || role !== "worker" || behind.has(child) || !child.isConnected()) continue;
      if (!child.send(message, () => behind.delete(child))) behind.add(child);
    }
  };

  const notify = (role: Role, message: { leave: true } | { stop: true }) => {
    const notified = [...running]
      .filter(([child, other]) => other === role && !done.has(child))
      .map(([child]) => child);
    for (const child of notified) if (child.isConnected()) child.send(message);
    return notified;
  };

  /** Of one that has nothing left to do. Nobody waits until the system has freed its memory. */
  const end = (child: Worker) => {
    done.add(child);
    child.process.kill("SIGKILL");
  };
  /** Of the pages, when no worker will ask them any more. */
  const endWhenQuiet = async (child: Worker) => {
    // Lets this process read what the pages sent before their last answer.
    await turn();
    if (running.has(child) && !quiet.has(child)) await until(child, "quiet");
    end(child);
  };

  const kill = () => {
    for (const child of running.keys()) child.process.kill("SIGKILL");
  };

  const abort = () => {
    kill();
    process.exit(1);
  };

  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    status = code;
    limitStop(kill);
    const jobs = stopJobsThread();
    await connections.close();
    // One that is starting owes nobody an answer, and does not hear us yet.
    for (const child of running.keys()) if (!serving.has(child)) end(child);
    const workers = notify("worker", { stop: true });
    const pages = notify("pages", { stop: true });
    const drained = Promise.all(workers.map((child) => until(child, "drained")));
    const ended = workers.map((child) => until(child, "ended"));
    await Promise.all([jobs, ...ended, drained.then(() => Promise.all(pages.map(endWhenQuiet)))]);
    process.exit(status);
  };

  const leave = () => {
    void stopJobsThread();
    for (const role of ["worker", "pages"] as const) notify(role, { leave: true });
  };
  const answering = (role: Role) =>
    [...serving].filter(([child, { isSilent }]) => running.get(child) === role && !isSilent()).length;
  gauge(
    "ageway_processes",
    "Processes beside the first one that have started and answer it",
    () => (["worker", "pages"] as const).map((role) => [{ process: role }, answering(role)] as const),
    ["process"],
  );
  onSignal({ leave, close: () => void stop(0), abort });
  run("pages");
  for (let n = 0; n < workers; n += 1) run("worker");
}

/** A message to a process that has just ended cannot be delivered; its end comes as an event of its own. */
function throwUnlessGone(fault: NodeJS.ErrnoException): void {
  if (!GONE.has(fault.code ?? "")) throw fault;
}

/** Until a process says so, or ends without. */
function until(child: Worker, state: "drained" | "ended" | "quiet"): Promise<void> {
  return new Promise((done) => {
    child.once("exit", () => done()).on("message", (message) => message?.[state] && done());
  });
}
