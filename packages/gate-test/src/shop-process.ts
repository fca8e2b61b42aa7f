import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Environment } from "./arguments.ts";

/** How long a shop may take to start. */
const START_MS = 60_000;
/** How long it may take to end before it is killed. */
const STOP_MS = 5_000;
/** What it wrote last, to show if it does not start. */
const MAX_OUTPUT = 4_000;

export type ShopProcess = { stop(): Promise<void> };

/**
 * Starts the shop in a process group of its own and waits until its port takes connections: a request would count as one of
 * the walk. A string: why it did not start.
 */
export async function startShop(
  command: readonly string[],
  url: URL,
  { environment, folder }: { environment: Environment; folder: string },
  signal: AbortSignal,
): Promise<ShopProcess | string> {
  if (await listens(url))
    return `Something listens at ${url.origin} already. End it, so that the gate test can start the shop.`;
  const isWindows = process.platform === "win32";
  const [program = "", ...words] = command;
  const child = spawn(program, words, {
    cwd: folder,
    env: environment as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
    detached: !isWindows,
    shell: isWindows,
  });
  let output = "";
  const keep = (chunk: Buffer) => {
    output = (output + chunk).slice(-MAX_OUTPUT);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  let fault = "";
  child.once("error", (error) => {
    fault = `${program} cannot be started: ${error.message}.`;
  });
  const isOver = () => fault !== "" || child.exitCode !== null || child.signalCode !== null;
  const deadline = performance.now() + START_MS;
  while (!isOver() && !signal.aborted && performance.now() < deadline) {
    if (await listens(url)) return { stop: () => end(child) };
    await sleep(100);
  }
  await end(child);
  const why = fault || (isOver() ? "The shop ended before it listened" : "The shop did not listen");
  return `${why} at ${url.origin}.${output === "" ? "" : ` It wrote:\n${output.trimEnd()}`}`;
}

function listens({ hostname, port, protocol }: URL): Promise<boolean> {
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || (protocol === "https:" ? 443 : 80)),
  });
  return new Promise((done) => {
    socket.once("connect", () => done(true)).once("error", () => done(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const over = isOver() ? Promise.resolve() : once(child, "exit");
  sendToGroup(child, "SIGTERM");
  await Promise.race([over, sleep(STOP_MS, undefined, { ref: false })]);
  // Also what the shop itself started and left behind.
  sendToGroup(child, "SIGKILL");
  await over;
}

/** A program, and what it started. */
export function sendToGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
